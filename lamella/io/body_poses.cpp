#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/body_poses.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lamella {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;
constexpr int kDeepest = 8;
constexpr double kMost = std::numeric_limits<Real>::max();

template <class Numbers>
Json list(const Numbers& numbers) {
    Json values = Json::array();
    for (Eigen::Index k = 0; k < numbers.size(); ++k) values.push_back(static_cast<double>(numbers[k]));
    return values;
}

Json json_of(const BodyPose& body) {
    const Eigen::Quaternion<double> orient(body.pose.rotation.cast<double>());
    Eigen::Matrix<Real, 9, 1> rows;
    for (int k = 0; k < 9; ++k) rows[k] = body.pose.rotation(k / 3, k % 3);
    return {{"name", body.name},
            {"translation", list(body.pose.translation)},
            {"orient", list(orient.normalized().coeffs())},
            {"rotation", list(rows)},
            {"velocity", list(body.velocity)},
            {"spin", list(body.spin)},
            {"force_N", list(body.force)},
            {"torque_Nm", list(body.torque)}};
}

// A wall of the domain has no name.
Json json_of(const ContactRecord& contact) {
    return {{"a", contact.a},
            {"b", contact.b.empty() ? Json() : Json(contact.b)},
            {"point", list(contact.point)},
            {"normal", list(contact.normal)},
            {"force_N", list(contact.force)}};
}

// The parts of one file; what is missing or wrong is an InputError that names it.
class PosesReader {
public:
    PosesReader(std::string_view bytes, const std::string& source) : source_(source) {
        if (bytes.size() > kLargest) fail("the file is larger than 64 MiB");
        const auto not_too_deep = [&](int depth, Json::parse_event_t, Json&) {
            if (depth > kDeepest) fail("it is nested too deeply");
            return true;
        };
        try {
            file_ = Json::parse(bytes, not_too_deep);
        } catch (const Json::exception& error) {
            fail(fmt::format("this is no JSON: {}", error.what()));
        }
    }

    FramePoses read() const {
        FramePoses poses;
        const double frame = number(member(file_, "frame", "the file"), "'frame'");
        if (!(frame >= 0 && frame <= 1e9 && frame == std::trunc(frame))) fail("'frame' is no whole number");
        poses.frame = static_cast<int>(frame);
        poses.time = number(member(file_, "time_s", "the file"), "'time_s'");
        const Json& bodies = member(file_, "bodies", "the file");
        if (!bodies.is_array()) fail("'bodies' is no list");
        for (const Json& body : bodies) poses.bodies.push_back(read_body(body, poses.bodies.size()));
        const auto contacts = file_.find("contacts");
        if (contacts == file_.end()) return poses;
        if (!contacts->is_array()) fail("'contacts' is no list");
        std::set<std::string> names;
        for (const BodyPose& body : poses.bodies) names.insert(body.name);
        for (const Json& contact : *contacts)
            poses.contacts.push_back(read_contact(contact, poses.contacts.size(), names));
        return poses;
    }

private:
    [[noreturn]] void fail(std::string_view what) const { throw InputError(fmt::format("{}: {}", source_, what)); }

    const Json& member(const Json& object, const char* key, const std::string& of) const {
        const auto at = object.is_object() ? object.find(key) : object.end();
        if (!object.is_object() || at == object.end()) fail(fmt::format("{} has no '{}'", of, key));
        return *at;
    }
    double number(const Json& value, const std::string& what) const {
        if (!value.is_number() || !(std::abs(value.get<double>()) <= kMost)) fail(what + " is no finite number");
        return value.get<double>();
    }
    template <int N>
    Eigen::Matrix<double, N, 1> numbers(const Json& body, const char* key, const std::string& of) const {
        const Json& values = member(body, key, of);
        if (!values.is_array() || values.size() != N) fail(fmt::format("'{}' of {} are not {} numbers", key, of, N));
        Eigen::Matrix<double, N, 1> found;
        for (int k = 0; k < N; ++k)
            found[k] = number(values[static_cast<std::size_t>(k)], fmt::format("'{}' of {}", key, of));
        return found;
    }
    // Of a body that the file has.
    std::string body_name(const Json& name, const std::string& of, const std::set<std::string>& names) const {
        if (!name.is_string()) fail(fmt::format("the name of a body in {} is no text", of));
        if (!names.contains(name.get<std::string>())) fail(fmt::format("{} names a body that is not in the file", of));
        return name.get<std::string>();
    }
    ContactRecord read_contact(const Json& contact, std::size_t index, const std::set<std::string>& names) const {
        const std::string of = fmt::format("contact {}", index);
        ContactRecord record;
        record.a = body_name(member(contact, "a", of), of, names);
        if (const Json& b = member(contact, "b", of); !b.is_null()) record.b = body_name(b, of, names);
        record.point = numbers<3>(contact, "point", of).cast<Real>();
        record.normal = numbers<3>(contact, "normal", of).cast<Real>();
        record.force = numbers<3>(contact, "force_N", of);
        return record;
    }
    BodyPose read_body(const Json& body, std::size_t index) const {
        const std::string of = fmt::format("body {}", index);
        BodyPose pose;
        const Json& name = member(body, "name", of);
        if (!name.is_string()) fail(fmt::format("the name of {} is no text", of));
        pose.name = name.get<std::string>();
        const auto rotation = numbers<9>(body, "rotation", of);
        for (int k = 0; k < 9; ++k) pose.pose.rotation(k / 3, k % 3) = static_cast<Real>(rotation[k]);
        pose.pose.translation = numbers<3>(body, "translation", of).cast<Real>();
        pose.velocity = numbers<3>(body, "velocity", of).cast<Real>();
        pose.spin = numbers<3>(body, "spin", of).cast<Real>();
        pose.force = numbers<3>(body, "force_N", of);
        pose.torque = numbers<3>(body, "torque_Nm", of);
        return pose;
    }

    std::string source_;
    Json file_;
};

}  // namespace

const BodyPose* FramePoses::find(std::string_view name) const {
    const auto at = std::ranges::find(bodies, name, &BodyPose::name);
    return at == bodies.end() ? nullptr : &*at;
}

FramePoses read_poses(const std::filesystem::path& path) {
    return parse_poses(read_file(path, kLargest), path.string());
}

FramePoses parse_poses(std::string_view bytes, const std::string& source) { return PosesReader(bytes, source).read(); }

std::string poses_json(const FramePoses& poses) {
    Json bodies = Json::array();
    for (const BodyPose& body : poses.bodies) bodies.push_back(json_of(body));
    Json contacts = Json::array();
    for (const ContactRecord& contact : poses.contacts) contacts.push_back(json_of(contact));
    return Json{{"frame", poses.frame}, {"time_s", poses.time}, {"bodies", bodies}, {"contacts", contacts}}.dump(
               1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

void write_poses(const std::filesystem::path& path, const FramePoses& poses) { write_file(path, poses_json(poses)); }

bool holds_poses(std::string_view bytes) {
    const Json file = bytes.size() > kLargest ? Json() : Json::parse(bytes, nullptr, false);
    return file.is_object() && file.contains("bodies") && file.contains("time_s") && file.contains("frame");
}

}  // namespace lamella
