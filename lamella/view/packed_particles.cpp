#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/view/packed_particles.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace lamella {

namespace {

using Attribute = BgeoLayout::Attribute;

constexpr double kFull = 65535;

struct Range {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();

    // Numbers that are not finite do not widen it.
    void include(float value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void include(const Range& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    Range or_zero() const { return low <= high ? *this : Range{0, 0}; }
    std::uint16_t share(float value) const {
        const double scale = high > low ? kFull / (static_cast<double>(high) - low) : 0;
        const double share = (static_cast<double>(value) - low) * scale + 0.5;
        return share > 0 ? static_cast<std::uint16_t>(std::min(share, kFull)) : std::uint16_t{0};
    }
};

const Attribute* find(const BgeoLayout& layout, std::string_view name) {
    for (const Attribute& attribute : layout.attributes)
        if (attribute.name == name) return &attribute;
    return nullptr;
}

float component(const char* point, const Attribute& attribute, std::size_t k) {
    const char* at = point + attribute.offset + 4 * k;
    return attribute.integer ? static_cast<float>(load_number<std::int32_t>(at, kBgeoOrder))
                             : load_number<float>(at, kBgeoOrder);
}

// What the particles are coloured by.
class Value {
public:
    Value(const BgeoLayout& layout, std::string_view name)
        : attribute_(find(layout, name == "speed"    ? "v"
                                  : name == "height" ? "P"
                                                     : name)),
          height_(name == "height") {
        if (attribute_ && attribute_->components == 0) attribute_ = nullptr;
    }
    float operator()(const char* point) const {
        if (!attribute_) return 0;
        if (height_) return component(point, *attribute_, 1);
        if (attribute_->components != 3) return component(point, *attribute_, 0);
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double x = component(point, *attribute_, k);
            squares += x * x;
        }
        return static_cast<float>(std::sqrt(squares));
    }

private:
    const Attribute* attribute_;
    bool height_;
};

// The names that the page offers: what follows from v, every attribute but P, v and N, and what follows from P.
std::vector<std::string> offered_names(const BgeoLayout& layout) {
    std::vector<std::string> names;
    if (find(layout, "v")) names.emplace_back("speed");
    for (const Attribute& attribute : layout.attributes)
        if (attribute.name != "P" && attribute.name != "v" && attribute.name != "N") names.push_back(attribute.name);
    names.emplace_back("height");
    return names;
}

// The points [first, end) in a gzip member or in plain bytes, `skipped` plain bytes after their start.
struct Part {
    std::string_view bytes;
    bool packed = false;
    std::size_t skipped = 0;
    Index first = 0, end = 0;
};

// A file cut into parts that can be packed at the same time.
struct Cut {
    BgeoLayout layout;
    std::string plain;  // of the first part
    std::vector<Part> parts;
};

void check_size(const BgeoLayout& layout, std::size_t plain, const std::string& source) {
    if (plain < layout.start || (plain - layout.start) / layout.stride < static_cast<std::size_t>(layout.points))
        throw InputError(fmt::format("{}: the file ends before its {} points", source, layout.points));
}

Cut one_part(std::string_view file, const std::string& source) {
    Cut cut;
    cut.plain = is_gzip(file) ? inflate(file, inflated_limit(file.size()), source) : std::string(file);
    cut.layout = read_bgeo_layout(cut.plain, source);
    check_size(cut.layout, cut.plain.size(), source);
    cut.parts = {{cut.plain, false, cut.layout.start, 0, cut.layout.points}};
    return cut;
}

// Nothing when a member ends inside a point, or when the file promises more than a reader accepts.
std::optional<Cut> one_part_each(const std::vector<std::string_view>& members, std::size_t largest,
                                 const std::string& source) {
    Cut cut;
    cut.plain = inflate(members[0], inflated_limit(members[0].size()), source);
    const BgeoLayout& layout = cut.layout = read_bgeo_layout(cut.plain, source);
    std::size_t plain = 0;
    Index first = 0;
    for (const std::string_view member : members) {
        const std::size_t skipped = plain == 0 ? layout.start : 0;
        plain += plain_length(member);
        if (plain < layout.start || plain > largest) return std::nullopt;
        const std::size_t points = (plain - layout.start) / layout.stride;
        const Index end = static_cast<Index>(std::min(points, static_cast<std::size_t>(layout.points)));
        if (end < layout.points && (plain - layout.start) % layout.stride != 0) return std::nullopt;
        cut.parts.push_back({member, true, skipped, first, end});
        first = end;
    }
    check_size(layout, plain, source);
    cut.parts[0].bytes = cut.plain;
    cut.parts[0].packed = false;
    return cut;
}

Cut cut_file(std::string_view file, const std::string& source) {
    const auto members = gzip_members(file);
    if (members.empty()) return one_part(file, source);
    auto cut = one_part_each(members, inflated_limit(file.size()), source);
    return cut ? std::move(*cut) : one_part(file, source);
}

// Numbers of the particles that are not yet shares of a range.
struct Columns {
    explicit Columns(Index count)
        : values(std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(count))),
          radii(std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(count))) {}
    std::unique_ptr<float[]> values, radii;
};

struct Ranges {
    Range value, radius;
};

Ranges unpack_points(const char* point, const Part& part, const BgeoLayout& layout, std::string_view attribute,
                     char* positions, const Columns& columns) {
    const Value value(layout, attribute), radius(layout, "pscale");
    Ranges ranges;
    for (Index i = part.first; i < part.end; ++i, point += layout.stride) {
        for (std::size_t k = 0; k < 3; ++k)
            store_number(positions + 12 * static_cast<std::size_t>(i) + 4 * k,
                         load_number<std::uint32_t>(point + 4 * k, kBgeoOrder), std::endian::little);
        ranges.value.include(columns.values[i] = value(point));
        ranges.radius.include(columns.radii[i] = radius(point));
    }
    return ranges;
}

Ranges unpack_part(const Part& part, const BgeoLayout& layout, std::string_view attribute, char* positions,
                   const Columns& columns, const std::string& source) {
    std::unique_ptr<char[]> plain;
    std::string_view bytes = part.bytes;
    if (part.packed) {
        const std::size_t size = plain_length(bytes);
        plain = std::make_unique_for_overwrite<char[]>(size);
        inflate_member(bytes, {plain.get(), size}, source);
        bytes = {plain.get(), size};
    }
    return unpack_points(bytes.data() + part.skipped, part, layout, attribute, positions, columns);
}

// The head, with room for numbers of any length.
std::string head_of(const nlohmann::ordered_json& json, std::size_t size) {
    std::string head = json.dump();
    head.resize(size - 4, ' ');
    std::string out;
    append_number(out, static_cast<std::uint32_t>(head.size()), std::endian::little);
    return out + head;
}

std::string packed(const Cut& cut, std::string_view attribute, const std::string& source) {
    const auto count = static_cast<std::size_t>(cut.layout.points);
    nlohmann::ordered_json json{{"count", count}, {"attributes", offered_names(cut.layout)}};
    const std::size_t head = (json.dump().size() + 4 + 200 + 3) / 4 * 4;
    std::string out(head + 16 * count, '\0');
    const Columns columns(cut.layout.points);
    std::vector<Ranges> ranges(cut.parts.size());
    parallel_for(
        "unpack particles", static_cast<Index>(cut.parts.size()),
        [&](Index k) {
            ranges[k] = unpack_part(cut.parts[k], cut.layout, attribute, out.data() + head, columns, source);
        },
        1);
    Ranges all;
    for (const auto& [value, radius] : ranges) {
        all.value.include(value);
        all.radius.include(radius);
    }
    const Range values = all.value.or_zero(), radii{0, std::max(0.0f, all.radius.or_zero().high)};
    parallel_for("pack particles", cut.layout.points, [&](Index i) {
        char* at = out.data() + head + 12 * count + 4 * static_cast<std::size_t>(i);
        store_number(at, values.share(columns.values[i]), std::endian::little);
        store_number(at + 2, radii.share(columns.radii[i]), std::endian::little);
    });
    json["values"] = {{"low", values.low}, {"high", values.high}};
    json["largestRadius"] = radii.high;
    out.replace(0, head, head_of(json, head));
    return out;
}

}  // namespace

std::string packed_particles(std::string_view file, std::string_view attribute, const std::string& source) {
    try {
        return packed(cut_file(file, source), attribute, source);
    } catch (const InputError& error) {
        const nlohmann::ordered_json json{{"failure", error.what()}};
        return head_of(json, (json.dump().size() + 4 + 3) / 4 * 4);
    }
}

}  // namespace lamella
