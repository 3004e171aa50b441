#include <lamella/core/bytes.hpp>
#include <lamella/io/records.hpp>
#include <lamella/io/vtk/vtk.hpp>

#include <fmt/format.h>

namespace lamella {

namespace {

constexpr auto kOrder = std::endian::big;
constexpr std::int32_t kVertexCell = 1;

std::string_view type_name(Number type) {
    return type == Number::int32 ? "int" : type == Number::float64 ? "double" : "float";
}

// White space would end a name.
std::string encoded(const std::string& name) {
    std::string out;
    for (const char c : name)
        if (c <= ' ' || c == '%' || c == '"')
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            out += c;
    return out;
}

void append_cells(std::string& out, Index points) {
    out += fmt::format("\nCELLS {} {}\n", points, 2 * std::int64_t{points});
    for (Index i = 0; i < points; ++i) {
        append_number<std::int32_t>(out, 1, kOrder);
        append_number(out, i, kOrder);
    }
    out += fmt::format("\nCELL_TYPES {}\n", points);
    for (Index i = 0; i < points; ++i) append_number(out, kVertexCell, kOrder);
}

void append_polygons(std::string& out, std::span<const Vec3i> triangles) {
    out += fmt::format("\nPOLYGONS {} {}\n", triangles.size(), 4 * triangles.size());
    for (const Vec3i& t : triangles)
        for (const Index i : {Index{3}, t[0], t[1], t[2]}) append_number(out, i, kOrder);
}

void append_attributes(std::string& out, const ParticleSet& points) {
    out += fmt::format("\nPOINT_DATA {}\nFIELD FieldData {}\n", points.size(), points.columns().size() - 1);
    for (const auto& [name, column] : points.columns()) {
        if (name == "P") continue;
        const std::vector<Field> fields = fields_of(column);
        out += fmt::format("{} {} {} {}\n", encoded(vtk_name(name)), fields.size(), points.size(),
                           type_name(fields[0].type));
        append_records(out, points.size(), fields, kOrder);
        out += '\n';
    }
}

}  // namespace

std::string vtk_name(const std::string& column) { return column == "v" ? "velocity" : column; }

std::string write_vtk(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    const std::vector<Field> positions = position_fields(points);
    std::string out = fmt::format(
        "# vtk DataFile Version 4.2\n{}\nBINARY\nDATASET {}\nPOINTS {} {}\n", provenance.line().substr(0, 255),
        triangles.empty() ? "UNSTRUCTURED_GRID" : "POLYDATA", points.size(), type_name(positions[0].type));
    append_records(out, points.size(), positions, kOrder);
    if (triangles.empty())
        append_cells(out, points.size());
    else
        append_polygons(out, triangles);
    append_attributes(out, points);
    return out;
}

}  // namespace lamella
