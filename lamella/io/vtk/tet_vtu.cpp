#include <lamella/core/error.hpp>
#include <lamella/io/vtk/tet_vtu.hpp>
#include <lamella/io/vtk/vtu_arrays.hpp>
#include <lamella/io/vtk/vtu_document.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

namespace {

constexpr Index kTetrahedron = 10;

// Whole numbers of the section Cells.
std::vector<Index> cell_numbers(VtuDocument& file, std::string_view name, std::uint64_t count) {
    const VtuArray& array = file.cell_array(name);
    if (file.components_of(array) != 1) file.fail(fmt::format("the array '{}' has more than one component", name));
    std::vector<Index> values;
    bool inexact = false;
    file.read(array, count, [&] {
        values.resize(count);
        return std::vector<Slot>{{.type = file.type_of(array), .index = values.data(), .inexact = &inexact}};
    });
    if (inexact) file.fail(fmt::format("the array '{}' holds values that are not 32-bit whole numbers", name));
    return values;
}

// The cells that are tetrahedra, in their order.
std::vector<Index> tets_among(const std::vector<Index>& types) {
    std::vector<Index> rows;
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i] == kTetrahedron) rows.push_back(static_cast<Index>(i));
    return rows;
}

// Where the corners of a cell end in the connectivity: not before those of the cell in front of it.
std::vector<Index> cell_ends(VtuDocument& file) {
    std::vector<Index> ends = cell_numbers(file, "offsets", file.cells());
    if (!ends.empty() && (ends.front() < 0 || !std::ranges::is_sorted(ends)))
        file.fail("the offsets of the cells do not increase");
    return ends;
}

std::vector<Vec4i> read_corners(VtuDocument& file, const std::vector<Index>& rows) {
    const std::vector<Index> ends = cell_ends(file);
    const std::vector<Index> corners =
        cell_numbers(file, "connectivity", ends.empty() ? 0 : static_cast<std::uint64_t>(ends.back()));
    std::vector<Vec4i> tets;
    tets.reserve(rows.size());
    for (const Index row : rows) {
        const auto cell = static_cast<std::size_t>(row);
        const Index begin = row == 0 ? 0 : ends[cell - 1];
        if (ends[cell] - begin != 4) file.fail(fmt::format("the tetrahedron {} has no four corners", row));
        Vec4i tet;
        for (int c = 0; c < 4; ++c) tet[c] = corners[static_cast<std::size_t>(begin + c)];
        if (tet.minCoeff() < 0 || static_cast<std::uint64_t>(tet.maxCoeff()) >= file.points())
            file.fail(fmt::format("the tetrahedron {} names a node outside 0 to {}", row,
                                  static_cast<std::int64_t>(file.points()) - 1));
        tets.push_back(tet);
    }
    return tets;
}

ColumnTable read_cell_columns(VtuDocument& file, const std::vector<Index>& rows, ReadNotes* notes) {
    PointBuilder builder(file.cells(), file.source());
    file.read_attributes("CellData", builder);
    ColumnTable columns = builder.finish_table(notes);
    if (static_cast<std::uint64_t>(rows.size()) < file.cells()) columns.reorder(rows);
    return columns;
}

std::vector<Index> cell_types(VtuDocument& file) {
    return file.arrays("Cells").empty() ? std::vector<Index>() : cell_numbers(file, "types", file.cells());
}

}  // namespace

TetMesh read_tet_vtu(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    VtuDocument file(bytes, source);
    TetMesh mesh;
    const std::vector<Index> rows = tets_among(cell_types(file));
    if (!rows.empty()) {
        mesh.tets = read_corners(file, rows);
        mesh.cells = read_cell_columns(file, rows, notes);
    }
    if (notes && rows.size() < file.cells())
        notes->push_back(fmt::format("{}: {} cells that are no tetrahedra are left out", source,
                                     file.cells() - static_cast<std::uint64_t>(rows.size())));
    PointBuilder builder = file.read_points();
    file.read_attributes("PointData", builder);
    ParticleSet points = builder.finish(notes);
    mesh.positions.reserve(static_cast<std::size_t>(points.size()));
    for (Index i = 0; i < points.size(); ++i)
        mesh.positions.push_back((points.origin + points.positions()[i].cast<double>()).cast<Real>());
    points.remove("P");
    mesh.nodes = std::move(static_cast<ColumnTable&>(points));
    return mesh;
}

bool vtu_has_tets(std::string_view bytes, const std::string& source) {
    VtuDocument file(bytes, source);
    const std::vector<Index> types = cell_types(file);
    return std::ranges::find(types, kTetrahedron) != types.end();
}

std::string write_tet_vtu(const TetMesh& mesh, const Provenance& provenance) {
    ParticleSet points;
    points.resize(mesh.node_count());
    auto& positions = points.add<Vec3Column>("P");
    for (Index i = 0; i < mesh.node_count(); ++i) positions.set(i, mesh.positions[static_cast<std::size_t>(i)]);
    std::vector<Index> corners;
    corners.reserve(4 * mesh.tets.size());
    for (const Vec4i& tet : mesh.tets) corners.insert(corners.end(), tet.begin(), tet.end());

    std::string out = vtu_head(mesh.node_count(), mesh.tet_count(), provenance);
    out += "<Points>\n";
    append_vtu_array(out, "Points", points.size(), position_fields(points, false));
    out += "</Points>\n";
    append_vtu_cells(out, corners, 4, kTetrahedron);
    append_vtu_columns(out, "PointData", mesh.nodes);
    append_vtu_columns(out, "CellData", mesh.cells);
    return out + vtu_tail();
}

}  // namespace lamella
