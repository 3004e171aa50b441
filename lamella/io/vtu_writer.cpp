#include <lamella/core/bytes.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/records.hpp>
#include <lamella/io/vtk.hpp>
#include <lamella/io/vtu.hpp>
#include <lamella/io/xml.hpp>

#include <fmt/format.h>

#include <numeric>

namespace lamella {

namespace {

constexpr auto kOrder = std::endian::little;
constexpr std::uint8_t kVertexCell = 1;

std::string_view type_name(Number type) {
    switch (type) {
        case Number::uint8:
            return "UInt8";
        case Number::int32:
            return "Int32";
        case Number::float64:
            return "Float64";
        default:
            return "Float32";
    }
}

void append_array(std::string& out, std::string_view name, Index rows, const std::vector<Field>& fields) {
    std::string data(sizeof(std::uint64_t), '\0');
    append_records(data, rows, fields, kOrder);
    store_number<std::uint64_t>(data.data(), data.size() - sizeof(std::uint64_t), kOrder);
    out += fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">\n",
                       type_name(fields[0].type), xml_escaped(name), fields.size());
    append_base64(out, data);
    out += "\n</DataArray>\n";
}

// One vertex cell for each point, without which ParaView shows nothing.
void append_cells(std::string& out, Index points) {
    IndexColumn corners;
    corners.resize(points);
    std::iota(corners.span().begin(), corners.span().end(), 0);
    const Field corner{.type = Number::int32, .index = corners.span().data()};
    out += "<Cells>\n";
    append_array(out, "connectivity", points, {corner});
    for (Index& i : corners.span()) ++i;
    append_array(out, "offsets", points, {corner});
    append_array(out, "types", points, {Field{.type = Number::uint8, .offset = kVertexCell}});
    out += "</Cells>\n";
}

}  // namespace

std::string write_vtu(const ParticleSet& particles, const Provenance& provenance) {
    const Index n = particles.size();
    std::string out = fmt::format(
        "<?xml version=\"1.0\"?>\n<!-- {} -->\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n"
        "<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n",
        provenance.line(), n, n);
    append_array(out, "Points", n, position_fields(particles));
    out += "</Points>\n";
    append_cells(out, n);
    out += "<PointData>\n";
    for (const auto& [name, column] : particles.columns())
        if (name != "P") append_array(out, vtk_name(name), n, fields_of(column));
    out += "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
    return out;
}

}  // namespace lamella
