// Tetrahedra, strands and poses of bodies: counts, sizes, columns with their ranges.
#include <cli/info_columns.hpp>
#include <cli/info_parts.hpp>
#include <lamella/geometry/tets/tet_border.hpp>
#include <lamella/geometry/tets/tet_measure.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella::cli {

namespace {

std::string text_of(const Vec3d& v) { return fmt::format("{:.6g} {:.6g} {:.6g}", v.x(), v.y(), v.z()); }

ValueRange lengths_of(const Strands& strands) {
    ValueRange range;
    for (Index s = 0; s < strands.count(); ++s) {
        double length = 0.0;
        for (Index i = strands.begin_of(s) + 1; i < strands.end_of(s); ++i)
            length += (strands.positions()[i] - strands.positions()[i - 1]).norm();
        range.add(length);
    }
    return range;
}

ValueRange sizes_of(const Strands& strands) {
    ValueRange range;
    for (Index s = 0; s < strands.count(); ++s) range.add(static_cast<double>(strands.end_of(s) - strands.begin_of(s)));
    return range;
}

}  // namespace

std::string tets_info(const TetMesh& mesh) {
    Box3 box;
    for (const Vec3& p : mesh.positions) box.extend(p);
    ValueRange volumes;
    for (const double volume : tet_volumes(mesh)) volumes.add(volume);
    const auto turned = static_cast<Index>(turned_cells(mesh).size());
    TextTable table;
    table.row({"kind", "tetrahedra"});
    table.row({"nodes", count_text(mesh.node_count())});
    table.row({"tetrahedra", count_text(mesh.tet_count())});
    table.row({"border triangles", count_text(border_of(mesh).mesh.triangle_count())});
    add_bounds(table, box);
    table.row(
        {"oriented", turned == 0 ? "yes" : fmt::format("no ({} cells have no positive volume)", count_text(turned))});
    table.row({"volume", fmt::format("{:.9g} m^3", total_volume(mesh))});
    table.row({"volume of a cell", volumes.text() + " m^3"});
    return table.text() + columns_text(mesh.nodes, "columns of nodes") + columns_text(mesh.cells, "columns of cells");
}

std::string strands_info(const Strands& strands) {
    TextTable table;
    table.row({"kind", "strands"});
    table.row({"curves", count_text(strands.count())});
    table.row({"points", count_text(strands.points.size())});
    table.row({"points of a curve", sizes_of(strands).text()});
    table.row({"length of a curve", lengths_of(strands).text() + " m"});
    add_bounds(table, bounds(strands.positions()));
    return table.text() + columns_text(strands.points);
}

std::string poses_info(const FramePoses& poses) {
    TextTable table;
    table.row({"kind", "poses of bodies"});
    table.row({"frame", fmt::format("{}", poses.frame)});
    table.row({"time", fmt::format("{:.9g} s", poses.time)});
    table.row({"bodies", count_text(static_cast<Index>(poses.bodies.size()))});
    table.row({"contacts", count_text(static_cast<Index>(poses.contacts.size()))});
    std::string text = table.text();
    for (const BodyPose& body : poses.bodies) {
        TextTable own;
        own.row({"  translation", text_of(body.pose.translation.cast<double>()) + " m"});
        own.row({"  velocity", text_of(body.velocity.cast<double>()) + " m/s"});
        own.row({"  spin", text_of(body.spin.cast<double>()) + " rad/s"});
        own.row({"  force", text_of(body.force) + " N"});
        own.row({"  torque", text_of(body.torque) + " N m"});
        text += body.name + "\n" + own.text();
    }
    return text;
}

}  // namespace lamella::cli
