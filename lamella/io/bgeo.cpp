#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/io/records.hpp>

#include <fmt/format.h>

namespace lamella {

namespace {

constexpr std::string_view kMagic = "BgeoV";
constexpr std::int32_t kVersion = 5;
constexpr auto kOrder = kBgeoOrder;

enum Type : std::int32_t { kFloat = 0, kInteger = 1, kIndexedString = 4, kVector = 5 };

struct Counts {
    std::int32_t points, primitives, point_groups, primitive_groups, point_attributes, vertex_attributes,
        primitive_attributes;
};

Counts read_header(ByteReader& reader) {
    if (reader.remaining() < kMagic.size() || reader.take(kMagic.size()) != kMagic)
        reader.fail("this is no classic BGEO file (it does not start with 'BgeoV'; the newer BGEO is not read)");
    const auto version = reader.number<std::int32_t>();
    if (version != kVersion) reader.fail(fmt::format("version {} is not read, only version {}", version, kVersion));
    Counts counts{};
    for (auto* count : {&counts.points, &counts.primitives, &counts.point_groups, &counts.primitive_groups,
                        &counts.point_attributes, &counts.vertex_attributes, &counts.primitive_attributes}) {
        *count = reader.number<std::int32_t>();
        if (*count < 0) reader.fail(fmt::format("the count {} is negative", *count));
    }
    reader.take(sizeof(std::int32_t));  // attributes of the whole are not used
    return counts;
}

std::string_view read_string(ByteReader& reader) { return reader.take(reader.number<std::uint16_t>()); }

// The defaults of a numeric attribute, or the table of an indexed string.
void skip_defaults(ByteReader& reader, std::int32_t type, std::uint16_t components) {
    if (type != kIndexedString) {
        reader.take(std::size_t{components} * 4);
        return;
    }
    const auto strings = reader.number<std::uint32_t>();
    reader.require(strings, sizeof(std::uint16_t), "strings");
    for (std::uint32_t k = 0; k < strings; ++k) read_string(reader);
}

}  // namespace

BgeoLayout::Attribute read_bgeo_attribute(ByteReader& reader) {
    BgeoLayout::Attribute attribute;
    attribute.name = read_string(reader);
    const auto components = reader.number<std::uint16_t>();
    const auto type = reader.number<std::int32_t>();
    if (type != kFloat && type != kInteger && type != kIndexedString && type != kVector)
        reader.fail(
            fmt::format("the attribute '{}' has the type {}, only 0, 1, 4 and 5 are read", attribute.name, type));
    skip_defaults(reader, type, components);
    attribute.components = components;
    attribute.integer = type == kInteger || type == kIndexedString;
    return attribute;
}

// Each point is x, y, z, w and then its attributes, four bytes each.
BgeoLayout read_bgeo_layout(std::string_view plain, const std::string& source) {
    ByteReader reader(plain, source, kOrder);
    const Counts counts = read_header(reader);
    reader.require(static_cast<std::uint64_t>(counts.point_attributes), 8, "attributes");
    BgeoLayout layout{.points = counts.points,
                      .primitives = counts.primitives,
                      .vertex_attributes = counts.vertex_attributes,
                      .primitive_attributes = counts.primitive_attributes,
                      .stride = 16,
                      .attributes = {{.name = "P", .components = 3}}};
    for (std::int32_t k = 0; k < counts.point_attributes; ++k) {
        layout.attributes.push_back(read_bgeo_attribute(reader));
        layout.attributes.back().offset = layout.stride;
        layout.stride += 4 * static_cast<std::size_t>(layout.attributes.back().components);
    }
    layout.start = reader.position();
    return layout;
}

BgeoLayout packed_bgeo_layout(std::string_view packed, const std::string& source) {
    constexpr std::size_t kLargestHead = std::size_t{1} << 20;
    return read_bgeo_layout(inflate_start(packed, kLargestHead, source, Rest::unread), source);
}

void check_packed_points(const BgeoLayout& layout, std::size_t packed_bytes, const std::string& source) {
    if (layout.end() > inflated_limit(packed_bytes))
        throw InputError(
            fmt::format("{}: {} points do not fit into a file of {} bytes", source, layout.points, packed_bytes));
}

std::string unpacked_bgeo(std::string_view packed, const std::string& source) {
    const BgeoLayout layout = packed_bgeo_layout(packed, source);
    check_packed_points(layout, packed.size(), source);
    return inflate_start(packed, layout.end(), source, Rest::checked);
}

ParticleSet read_bgeo_points(std::string_view plain, const BgeoLayout& layout, const std::string& source,
                             ReadNotes* notes) {
    const auto points = static_cast<std::uint64_t>(layout.points);
    ByteReader reader(plain, source, kOrder);
    reader.take(layout.start);
    reader.require(points, layout.stride, "points");

    PointBuilder builder(points, source);
    std::vector<Slot> slots;
    for (const auto& [name, components, integer, offset] : layout.attributes) {
        slots.resize(offset / 4);  // w stands behind P
        const auto more = builder.add(name, components, integer ? Number::int32 : Number::float32);
        slots.insert(slots.end(), more.begin(), more.end());
    }
    slots.resize(layout.stride / 4);
    read_records(reader.take(layout.stride * points), layout.points, slots, kOrder);
    return builder.finish(notes);
}

ParticleSet read_bgeo(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    std::string plain;
    if (is_gzip(bytes)) bytes = plain = unpacked_bgeo(bytes, source);
    return read_bgeo_points(bytes, read_bgeo_layout(bytes, source), source, notes);
}

namespace {

void append_attribute(std::string& out, const std::string& name, const AnyColumn& column, std::size_t components) {
    const bool vector = components == 3 && name != "Cd" && name != "scale";  // those do not turn with the points
    const Type type = std::holds_alternative<IndexColumn>(column) ? kInteger : vector ? kVector : kFloat;
    append_number(out, static_cast<std::uint16_t>(name.size()), kOrder);
    out += name;
    append_number(out, static_cast<std::uint16_t>(components), kOrder);
    append_number<std::int32_t>(out, type, kOrder);
    out.append(4 * components, '\0');
}

// The attributes but P, in the order of their names.
template <class Visit>
void for_each_attribute(const ParticleSet& points, Visit&& visit) {
    for (const auto& [name, column] : points.columns())
        if (name != "P") visit(name, column);
}

std::string file_head(const ParticleSet& like, Index points, Index primitives) {
    std::string out(kMagic), attributes;
    std::int32_t count = 0;
    for_each_attribute(like, [&](const std::string& name, const AnyColumn& column) {
        append_attribute(attributes, name, column, fields_of(column).size());
        ++count;
    });
    for (const std::int32_t n : {kVersion, points, primitives, 0, 0, count, 0, 0, 0}) append_number(out, n, kOrder);
    return out + attributes;
}

std::vector<Field> point_fields(const ParticleSet& points) {
    std::vector<Field> fields = position_fields(points, false);
    fields.push_back({.offset = 1});  // w
    for_each_attribute(points, [&](const std::string&, const AnyColumn& column) {
        const std::vector<Field> more = fields_of(column);
        fields.insert(fields.end(), more.begin(), more.end());
    });
    return fields;
}

// The points from `begin` on of a file, with what stands before the first and behind the last.
std::string packed_part(const ParticleSet& part, Index begin, Index points, const Provenance& provenance) {
    const std::vector<Field> fields = point_fields(part);
    std::string out = begin == 0 ? file_head(part, points, 0) : std::string();
    const GzipCuts whole_points{out.size(), 4 * fields.size()};
    append_records(out, part.size(), fields, kOrder);
    if (begin + part.size() == points) out += kBgeoEnd;
    return gzip(out, begin == 0 ? provenance.line() : std::string(), whole_points);
}

}  // namespace

std::string plain_bgeo(const ParticleSet& points, Index primitives) {
    std::string out = file_head(points, points.size(), primitives);
    append_records(out, points.size(), point_fields(points), kOrder);
    return out;
}

std::string write_bgeo(const ParticleSet& particles, const Provenance& provenance) {
    return packed_part(particles, 0, particles.size(), provenance);
}

void write_bgeo(Index points, FunctionRef<ParticleSet(Index begin, Index end)> part, const Provenance& provenance,
                ByteSink sink) {
    constexpr std::size_t kMembers = 4;  // of a part
    const std::size_t point_bytes = 4 * point_fields(part(0, 0)).size();
    const auto step = static_cast<Index>(kMembers * (kGzipMemberBytes / point_bytes));
    Index begin = 0;
    do {
        const Index end = std::min(points, begin + step);
        sink(packed_part(part(begin, end), begin, points, provenance));
        begin = end;
    } while (begin < points);
}

}  // namespace lamella
