#include <lamella/core/parallel.hpp>
#include <lamella/geometry/tets/tet_connectivity.hpp>
#include <lamella/geometry/tets/tet_measure.hpp>

namespace lamella {
namespace {

double volume_of(const TetMesh& mesh, Index cell) {
    const Vec4i& t = mesh.tets[cell];
    return tet_volume(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]], mesh.positions[t[3]]);
}

}  // namespace

double tet_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3d o = a.cast<double>();
    const Vec3d u = b.cast<double>() - o;
    const Vec3d v = c.cast<double>() - o;
    return cross(u, v).dot(d.cast<double>() - o) / 6.0;
}

std::vector<double> tet_volumes(const TetMesh& mesh) {
    std::vector<double> volumes(mesh.tets.size());
    parallel_for("tet volumes", mesh.tet_count(), [&](Index c) { volumes[c] = volume_of(mesh, c); });
    return volumes;
}

double total_volume(const TetMesh& mesh) {
    return parallel_sum("tet volumes", mesh.tet_count(), [&](Index c) { return volume_of(mesh, c); });
}

std::vector<Index> turned_cells(const TetMesh& mesh) {
    std::vector<Index> turned;
    for (Index c = 0; c < mesh.tet_count(); ++c)
        if (!(volume_of(mesh, c) > 0.0)) turned.push_back(c);
    return turned;
}

std::vector<double> node_volumes(const TetMesh& mesh) {
    const NodeCells cells(mesh);
    const std::vector<double> volumes = tet_volumes(mesh);
    std::vector<double> shares(mesh.positions.size(), 0.0);
    parallel_for("node volumes", mesh.node_count(), [&](Index n) {
        for (const Index corner : cells.of(n)) shares[n] += 0.25 * volumes[corner / 4];
    });
    return shares;
}

}  // namespace lamella
