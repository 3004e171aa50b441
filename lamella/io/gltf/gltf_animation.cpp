#include <lamella/io/gltf/gltf_animation.hpp>
#include <lamella/io/gltf/gltf_channel.hpp>
#include <lamella/io/gltf/gltf_document.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

namespace lamella {
namespace {

using Transform = Eigen::Affine3d;

constexpr double kTolerance = 1e-4;
constexpr double kLeastStep = 1e-6;  // what is less comes from rounding
constexpr int kMostHalvings = 10;
constexpr std::size_t kMostKeys = 1'000'000;
constexpr std::size_t kMostNames = 12;  // in a message

// A node between the one that is asked for and the root, and what moves it.
struct Joint {
    Transform rest = Transform::Identity();
    Vec3d translation = Vec3d::Zero(), scale = Vec3d::Ones();
    Eigen::Vector4d rotation = {0, 0, 0, 1};
    std::optional<GltfChannel> moves, turns, stretches;

    bool animated() const { return moves || turns || stretches; }

    Transform at(double t, bool from_before) const {
        if (!animated()) return rest;
        const auto value = [&](const auto& channel, const auto& otherwise) {
            return channel ? channel->at(t, from_before) : otherwise;
        };
        const auto with_four = [](const Vec3d& v) { return Eigen::Vector4d(v.x(), v.y(), v.z(), 0.0); };
        Transform transform = Transform::Identity();
        transform.translate(Vec3d(value(moves, with_four(translation)).head<3>()));
        transform.rotate(Eigen::Quaterniond(value(turns, rotation)).normalized());
        transform.scale(Vec3d(value(stretches, with_four(scale)).head<3>()));
        return transform;
    }
};

// A pose and the size that the node has in it.
struct Placed {
    PoseKey pose;
    double scale;
};

class Reader {
public:
    Reader(const tinygltf::Model& model, const std::string& source, const std::string& node)
        : model_(model), source_(source), name_(node) {}

    NodeMotion read(const std::string& clip) {
        find_chain();
        const Placed rest = placed(0.0, false, true);
        add_channels(clip_of(clip));
        std::vector<double> times;
        for_each_channel([&](const GltfChannel& c) { times.insert(times.end(), c.times.begin(), c.times.end()); });
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        if (times.empty()) refuse(fmt::format("the clip does not move node '{}', nor a node above it", name_));
        scale_ = rest.scale;
        extent_ = extent_over(times);
        add_key(pose_at(times.front(), false));
        for (std::size_t k = 1; k < times.size(); ++k) add_interval_to(times[k]);
        return {PoseTrack(std::move(keys_)), rest.pose, rest.scale};
    }

private:
    [[noreturn]] void refuse(std::string_view why) const { refuse_gltf(source_, why); }

    template <class List>
    std::string names_of(const List& list) const {
        std::string names;
        for (std::size_t k = 0; k < std::min(list.size(), kMostNames); ++k)
            names += fmt::format("{}'{}'", k ? ", " : "", list[k].name);
        return list.empty() ? "none" : list.size() > kMostNames ? names + ", ..." : names;
    }

    int node_number() const {
        int found = -1;
        for (std::size_t k = 0; k < model_.nodes.size(); ++k) {
            if (model_.nodes[k].name != name_) continue;
            if (found >= 0) refuse(fmt::format("two nodes are called '{}'", name_));
            found = static_cast<int>(k);
        }
        if (found < 0) refuse(fmt::format("there is no node '{}'; there are {}", name_, names_of(model_.nodes)));
        return found;
    }

    std::vector<int> parents() const {
        std::vector<int> parent(model_.nodes.size(), -1);
        for (std::size_t k = 0; k < model_.nodes.size(); ++k)
            for (const int child : model_.nodes[k].children) {
                gltf_entry(model_.nodes, child, "node", source_);
                int& up = parent[static_cast<std::size_t>(child)];
                if (up >= 0) refuse(fmt::format("node {} has two parents", child));
                up = static_cast<int>(k);
            }
        return parent;
    }

    void find_chain() {
        const std::vector<int> parent = parents();
        for (int node = node_number(); node >= 0; node = parent[static_cast<std::size_t>(node)]) {
            if (chain_.size() == model_.nodes.size()) refuse("the nodes form a circle");
            chain_.push_back(node);
            joints_.push_back(joint_of(model_.nodes[static_cast<std::size_t>(node)]));
        }
    }

    Joint joint_of(const tinygltf::Node& node) const {
        Joint joint;
        if (node.translation.size() == 3) joint.translation = Vec3d(node.translation.data());
        if (node.rotation.size() == 4) joint.rotation = Eigen::Vector4d(node.rotation.data());
        if (node.scale.size() == 3) joint.scale = Vec3d(node.scale.data());
        if (!(joint.rotation.norm() > 0.0)) refuse(fmt::format("the rotation of node '{}' is zero", node.name));
        joint.rest.translate(joint.translation);
        joint.rest.rotate(Eigen::Quaterniond(joint.rotation).normalized());
        joint.rest.scale(joint.scale);
        if (node.matrix.size() == 16) joint.rest.matrix() = Eigen::Map<const Eigen::Matrix4d>(node.matrix.data());
        return joint;
    }

    const tinygltf::Animation& clip_of(const std::string& clip) const {
        const auto& clips = model_.animations;
        if (clip.empty() && clips.size() == 1) return clips[0];
        for (const auto& candidate : clips)
            if (!clip.empty() && candidate.name == clip) return candidate;
        const bool number = !clip.empty() && clip.size() < 9 && clip.find_first_not_of("0123456789") == clip.npos;
        if (number) return gltf_entry(clips, std::stoi(clip), "clip", source_);
        if (clip.empty() && !clips.empty()) refuse(fmt::format("several clips, choose one: {}", names_of(clips)));
        refuse(fmt::format("there is no clip '{}'; there are {}", clip, names_of(clips)));
    }

    void add_channels(const tinygltf::Animation& clip) {
        for (const auto& channel : clip.channels) {
            const auto at = std::find(chain_.begin(), chain_.end(), channel.target_node);
            if (at == chain_.end() || channel.target_node < 0) continue;
            Joint& joint = joints_[static_cast<std::size_t>(at - chain_.begin())];
            auto* slot = channel.target_path == "translation" ? &joint.moves
                         : channel.target_path == "rotation"  ? &joint.turns
                         : channel.target_path == "scale"     ? &joint.stretches
                                                              : nullptr;
            if (!slot) continue;
            const auto& node = model_.nodes[static_cast<std::size_t>(channel.target_node)];
            if (*slot) refuse(fmt::format("two channels move the {} of node '{}'", channel.target_path, node.name));
            if (!node.matrix.empty()) refuse(fmt::format("node '{}' has a matrix and cannot be animated", node.name));
            *slot = channel_of(gltf_entry(clip.samplers, channel.sampler, "sampler", source_), slot == &joint.turns);
        }
    }

    GltfChannel channel_of(const tinygltf::AnimationSampler& sampler, bool rotation) const {
        GltfChannel channel;
        channel.rotation = rotation;
        channel.interpolation = interpolation_of(sampler.interpolation);
        channel.times = read_gltf_accessor(model_, sampler.input, TINYGLTF_TYPE_SCALAR, source_);
        const std::size_t width = rotation ? 4 : 3;
        const auto numbers =
            read_gltf_accessor(model_, sampler.output, rotation ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3, source_);
        for (std::size_t k = 0; k + width <= numbers.size(); k += width)
            channel.values.emplace_back(numbers[k], numbers[k + 1], numbers[k + 2], rotation ? numbers[k + 3] : 0.0);
        check(channel);
        return channel;
    }

    GltfInterpolation interpolation_of(const std::string& word) const {
        if (word == "STEP") return GltfInterpolation::step;
        if (word == "LINEAR") return GltfInterpolation::linear;
        if (word == "CUBICSPLINE") return GltfInterpolation::cubic;
        refuse(fmt::format("the interpolation '{}' is none of STEP, LINEAR, CUBICSPLINE", word.substr(0, 40)));
    }

    void check(GltfChannel& channel) const {
        const std::size_t a_time = channel.interpolation == GltfInterpolation::cubic ? 3 : 1;
        if (channel.times.empty() || channel.values.size() != a_time * channel.times.size())
            refuse(fmt::format("an animation has {} times and {} values", channel.times.size(), channel.values.size()));
        const auto late = [](double a, double b) { return !(a < b); };
        if (!std::isfinite(channel.times.front()) || !std::isfinite(channel.times.back()) ||
            std::adjacent_find(channel.times.begin(), channel.times.end(), late) != channel.times.end())
            refuse("the times of an animation do not increase");
        for (std::size_t k = 0; k < channel.values.size(); ++k) {
            if (!channel.values[k].allFinite()) refuse("a value of an animation is not finite");
            if (!channel.rotation || k % a_time != a_time / 2) continue;
            if (!(channel.values[k].norm() > 0.0)) refuse("a rotation of an animation is zero");
            if (a_time == 1) channel.values[k].normalize();
        }
    }

    template <class F>
    void for_each_channel(F&& f) const {
        for (const Joint& joint : joints_)
            for (const auto* channel : {&joint.moves, &joint.turns, &joint.stretches})
                if (*channel) f(**channel);
    }

    Placed placed(double t, bool from_before, bool at_rest) const {
        Transform whole = Transform::Identity();
        for (const Joint& joint : joints_) whole = (at_rest ? joint.rest : joint.at(t, from_before)) * whole;
        const Mat3d linear = whole.linear();
        const double scale = std::cbrt(linear.determinant());
        if (!whole.matrix().allFinite() || !(std::abs(scale) > 0.0))
            refuse(fmt::format("node '{}' has no size", name_));
        if (scale < 0.0) refuse(fmt::format("node '{}' is mirrored; a body that moves rigidly is not", name_));
        const Mat3d turn = linear / scale;
        if (!((turn.transpose() * turn).isIdentity(kTolerance)))
            refuse(fmt::format("node '{}' is stretched by different factors; a body that moves rigidly is not", name_));
        return {{t, whole.translation(), Eigen::Quaterniond(turn).normalized().coeffs()}, scale};
    }

    PoseKey pose_at(double t, bool from_before) const {
        const Placed now = placed(t, from_before, false);
        if (std::abs(now.scale - scale_) > kTolerance * scale_)
            refuse(fmt::format("node '{}' is {} times its size at {} s; a body that moves rigidly keeps its size",
                               name_, now.scale / scale_, t));
        return now.pose;
    }

    double extent_over(const std::vector<double>& times) const {
        Eigen::AlignedBox3d box;
        for (const double t : times) box.extend(pose_at(t, true).translation).extend(pose_at(t, false).translation);
        return box.diagonal().norm();
    }

    void add_key(const PoseKey& key) {
        if (keys_.size() >= kMostKeys) refuse(fmt::format("the clip needs more than {} keys", kMostKeys));
        keys_.push_back(key);
    }

    // From the last key to the time; where a step is there, to both sides of it.
    void add_interval_to(double t) {
        add_curve(keys_.back(), pose_at(t, true), kMostHalvings);
        const PoseKey after = pose_at(t, false);
        if (!close(keys_.back(), after, kLeastStep)) add_key(after);
    }

    void add_curve(const PoseKey& from, const PoseKey& to, int halvings) {
        const PoseTrack straight({from, to});
        bool follows = true;
        for (const double s : {0.25, 0.5, 0.75})
            follows = follows && follows_at(straight, from.time + s * (to.time - from.time));
        const double middle = from.time + 0.5 * (to.time - from.time);
        if (!follows && halvings > 0 && from.time < middle && middle < to.time) {
            const PoseKey between = pose_at(middle, false);
            add_curve(from, between, halvings - 1);
            add_curve(between, to, halvings - 1);
        } else {
            add_key(to);
        }
    }

    bool follows_at(const PoseTrack& straight, double t) const {
        return close(straight.key_at(t), pose_at(t, false), kTolerance);
    }

    bool close(const PoseKey& a, const PoseKey& b, double tolerance) const {
        const double angle = Eigen::Quaterniond(a.rotation).angularDistance(Eigen::Quaterniond(b.rotation));
        return (a.translation - b.translation).norm() <= tolerance * extent_ && angle <= tolerance;
    }

    const tinygltf::Model& model_;
    const std::string& source_;
    const std::string& name_;
    std::vector<int> chain_;  // the node, its parent, ..., the root
    std::vector<Joint> joints_;
    double scale_ = 1.0, extent_ = 0.0;
    std::vector<PoseKey> keys_;
};

}  // namespace

NodeMotion read_node_animation(std::string_view bytes, const std::string& source, const std::string& node,
                               const std::string& clip) {
    const auto model = parse_gltf(bytes, source);
    return Reader(*model, source, node).read(clip);
}

}  // namespace lamella
