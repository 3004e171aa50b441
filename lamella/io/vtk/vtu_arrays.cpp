#include <lamella/core/bytes.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/vtk/vtk.hpp>
#include <lamella/io/vtk/vtu_arrays.hpp>
#include <lamella/io/vtk/xml.hpp>

#include <fmt/format.h>

namespace lamella {

namespace {

constexpr auto kOrder = std::endian::little;

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

}  // namespace

std::string vtu_head(Index points, Index cells, const Provenance& provenance) {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<!-- {} -->\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n"
        "<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n",
        provenance.line(), points, cells);
}

std::string vtu_tail() { return "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n"; }

void append_vtu_array(std::string& out, std::string_view name, Index rows, const std::vector<Field>& fields) {
    std::string data(sizeof(std::uint64_t), '\0');
    append_records(data, rows, fields, kOrder);
    store_number<std::uint64_t>(data.data(), data.size() - sizeof(std::uint64_t), kOrder);
    out += fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">\n",
                       type_name(fields[0].type), xml_escaped(name), fields.size());
    append_base64(out, data);
    out += "\n</DataArray>\n";
}

void append_vtu_columns(std::string& out, std::string_view section, const ColumnTable& columns) {
    out += fmt::format("<{}>\n", section);
    for (const auto& [name, column] : columns.columns())
        if (name != "P") append_vtu_array(out, vtk_name(name), columns.size(), fields_of(column));
    out += fmt::format("</{}>\n", section);
}

void append_vtu_cells(std::string& out, std::span<const Index> corners, Index corners_each, int type) {
    const auto count = static_cast<Index>(corners.size()) / corners_each;
    IndexColumn ends;
    ends.resize(count);
    for (Index i = 0; i < count; ++i) ends[i] = (i + 1) * corners_each;
    out += "<Cells>\n";
    append_vtu_array(out, "connectivity", static_cast<Index>(corners.size()),
                     {Field{.type = Number::int32, .index = corners.data()}});
    append_vtu_array(out, "offsets", count, {Field{.type = Number::int32, .index = ends.span().data()}});
    append_vtu_array(out, "types", count, {Field{.type = Number::uint8, .offset = static_cast<double>(type)}});
    out += "</Cells>\n";
}

}  // namespace lamella
