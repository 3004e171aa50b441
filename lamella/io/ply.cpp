#include <lamella/io/named_scalars.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/io/records.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lamella {

namespace {

struct Property {
    std::string name;
    Number type;
    std::optional<Number> count_type;  // of a list
};

struct Element {
    std::string name;
    std::uint64_t count;
    std::vector<Property> properties;
};

struct Header {
    std::optional<std::endian> order;  // none: ASCII
    std::vector<Element> elements;
};

constexpr std::pair<std::string_view, Number> kTypes[] = {
    {"char", Number::int8},      {"int8", Number::int8},       {"uchar", Number::uint8},
    {"uint8", Number::uint8},    {"short", Number::int16},     {"int16", Number::int16},
    {"ushort", Number::uint16},  {"uint16", Number::uint16},   {"int", Number::int32},
    {"int32", Number::int32},    {"uint", Number::uint32},     {"uint32", Number::uint32},
    {"float", Number::float32},  {"float32", Number::float32}, {"double", Number::float64},
    {"float64", Number::float64}};

Number read_type(TextReader& reader) {
    const std::string_view word = reader.word();
    for (const auto& [name, type] : kTypes)
        if (name == word) return type;
    reader.fail_line(fmt::format("'{}' is not a PLY number type", word.substr(0, 40)));
}

std::optional<std::endian> read_format(TextReader& reader) {
    const std::string_view word = reader.word();
    reader.word();  // version
    if (word == "ascii") return std::nullopt;
    if (word == "binary_little_endian") return std::endian::little;
    if (word == "binary_big_endian") return std::endian::big;
    reader.fail_line(
        fmt::format("the format '{}' is not ascii, binary_little_endian or binary_big_endian", word.substr(0, 40)));
}

Property read_property(TextReader& reader) {
    Property property{};
    if (reader.peek() == "list") {
        reader.word();
        property.count_type = read_type(reader);
        if (!is_integer(*property.count_type)) reader.fail_line("the count of a list is not a whole number");
    }
    property.type = read_type(reader);
    property.name = reader.word();
    return property;
}

Header read_header(TextReader& reader) {
    if (reader.remaining() < 4 || reader.line() != "ply")
        reader.fail_line("this is no PLY file (its first line is not 'ply')");
    Header header;
    for (std::string_view key = reader.word(); key != "end_header"; key = reader.word()) {
        if (key == "format")
            header.order = read_format(reader);
        else if (key == "comment" || key == "obj_info")
            reader.line();
        else if (key == "element") {
            std::string name(reader.word());
            header.elements.push_back({std::move(name), reader.count(), {}});
        } else if (key == "property" && !header.elements.empty())
            header.elements.back().properties.push_back(read_property(reader));
        else
            reader.fail_line(fmt::format("'{}' is not expected in a PLY header", key.substr(0, 40)));
    }
    reader.line();
    return header;
}

// Numbers one after another, ASCII or binary.
struct Values {
    TextReader& reader;
    std::optional<std::endian> order;

    double next(Number type) { return order ? load(reader.take(size_of(type)).data(), type, *order) : reader.real(); }
    std::uint64_t smallest(Number type) const { return order ? size_of(type) : 1; }
    std::uint64_t list_length(const Property& property) {
        const double count = next(*property.count_type);
        if (!(count >= 0) || count != std::trunc(count))
            reader.fail(fmt::format("the list length {} is not a count", count));
        if (count > static_cast<double>(reader.remaining()))
            reader.fail(fmt::format("a list of {} entries does not fit into the file", count));
        return static_cast<std::uint64_t>(count);
    }
};

// Before anything is allocated: can the rest of the file hold that many rows?
void require_rows(const Values& values, const Element& element) {
    std::uint64_t bytes = 0;
    for (const Property& p : element.properties) bytes += values.smallest(p.count_type.value_or(p.type));
    values.reader.require(element.count, std::max<std::uint64_t>(bytes, 1), element.name);
}

void skip_property(Values& values, const Property& property) {
    const std::uint64_t count = property.count_type ? values.list_length(property) : 1;
    for (std::uint64_t k = 0; k < count; ++k) values.next(property.type);
}

void skip_element(Values& values, const Element& element) {
    if (element.properties.empty()) return;
    for (std::uint64_t row = 0; row < element.count; ++row)
        for (const Property& p : element.properties) skip_property(values, p);
}

ParticleSet read_vertices(Values& values, const Element& element, const std::string& source, ReadNotes* notes) {
    std::vector<NamedScalar> scalars;
    for (const Property& p : element.properties)
        if (!p.count_type) scalars.push_back({p.name, p.type});
    PointBuilder builder(element.count, source);
    const std::vector<Slot> slots = add_named_scalars(builder, scalars, source);
    for (Index row = 0; row < builder.size(); ++row) {
        auto slot = slots.begin();
        for (const Property& p : element.properties) {
            if (p.count_type)
                skip_property(values, p);
            else
                (slot++)->set(row, values.next(p.type));
        }
    }
    return builder.finish(notes);
}

std::vector<std::int64_t> read_corners(Values& values, const Property& property) {
    std::vector<std::int64_t> corners(values.list_length(property));
    for (auto& corner : corners) {
        const double value = values.next(property.type);
        corner = std::abs(value) < 1e15 ? static_cast<std::int64_t>(value) : -1;
    }
    return corners;
}

std::vector<Vec3i> read_faces(Values& values, const Element& element, Index vertices) {
    std::vector<Vec3i> triangles;
    for (std::uint64_t row = 0; row < element.count; ++row)
        for (const Property& p : element.properties) {
            const bool corners = p.count_type && (p.name == "vertex_indices" || p.name == "vertex_index");
            if (!corners)
                skip_property(values, p);
            else if (!append_fan(triangles, read_corners(values, p), vertices))
                values.reader.fail(
                    fmt::format("face {} names vertices outside 0 to {}, or fewer than three", row, vertices - 1));
        }
    return triangles;
}

}  // namespace

Geometry read_ply(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    TextReader reader(bytes, source);
    const Header header = read_header(reader);
    Values values{reader, header.order};
    Geometry geometry;
    bool vertices = false;
    for (const Element& element : header.elements) {
        require_rows(values, element);
        if (element.name == "vertex" && !vertices) {
            geometry.points = read_vertices(values, element, source, notes);
            vertices = true;
        } else if (element.name == "face" && vertices && !element.properties.empty())
            geometry.triangles = read_faces(values, element, geometry.points.size());
        else
            skip_element(values, element);
    }
    if (!vertices) reader.fail("there is no element 'vertex'");
    return geometry;
}

namespace {

std::string_view type_name(Number type) {
    return std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& t) { return t.second == type; })->first;
}

void append_fields(const std::string& name, std::vector<Field> more, std::string& header, std::vector<Field>& fields) {
    const auto names = component_names(name, more.size());
    for (std::size_t c = 0; c < more.size(); ++c) {
        if (name == "Cd" && more[c].real) more[c].type = Number::uint8;
        header += fmt::format("property {} {}\n", type_name(more[c].type), names[c]);
        fields.push_back(more[c]);
    }
}

void append_faces(std::string& out, std::span<const Vec3i> triangles) {
    out.reserve(out.size() + 13 * triangles.size());
    for (const Vec3i& t : triangles) {
        out += '\3';
        for (int c = 0; c < 3; ++c) append_number(out, t[c], std::endian::little);
    }
}

}  // namespace

std::string write_ply(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    std::string out = fmt::format("ply\nformat binary_little_endian 1.0\ncomment {}\nelement vertex {}\n",
                                  provenance.line(), points.size());
    std::vector<Field> fields;
    append_fields("P", position_fields(points), out, fields);
    for (const auto& [name, column] : points.columns())
        if (name != "P") append_fields(name, fields_of(column), out, fields);
    if (!triangles.empty())
        out += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", triangles.size());
    out += "end_header\n";
    append_records(out, points.size(), fields, std::endian::little);
    append_faces(out, triangles);
    return out;
}

}  // namespace lamella
