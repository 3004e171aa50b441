#include <lamella/core/disjoint_sets.hpp>
#include <lamella/geometry/mesh_parts.hpp>

#include <cmath>

namespace lamella {
namespace {

// The volume of each part, at its smallest vertex.
std::vector<double> volumes_of_parts(const TriangleMesh& mesh, const std::vector<Index>& part) {
    const Vec3d centre = bounds(mesh).centre().cast<double>();
    std::vector<double> volumes(mesh.positions.size(), 0.0);
    for (const Vec3i& t : mesh.triangles) {
        const auto corner = [&](int k) -> Vec3d { return mesh.positions[t[k]].cast<double>() - centre; };
        volumes[part[t[0]]] += corner(0).dot(cross(corner(1), corner(2))) / 6.0;
    }
    return volumes;
}

}  // namespace

void remove_small_parts(TriangleMesh& mesh, double smallest_volume) {
    DisjointSets sets(mesh.vertex_count());
    for (const Vec3i& t : mesh.triangles) {
        sets.join(t[0], t[1]);
        sets.join(t[0], t[2]);
    }
    std::vector<Index> part(mesh.positions.size());
    for (Index v = 0; v < mesh.vertex_count(); ++v) part[v] = sets.find(v);
    const std::vector<double> volumes = volumes_of_parts(mesh, part);
    std::vector<Index> kept;
    std::vector<Index> number(mesh.positions.size(), -1);
    for (Index v = 0; v < mesh.vertex_count(); ++v) {
        if (std::abs(volumes[part[v]]) < smallest_volume) continue;
        number[v] = static_cast<Index>(kept.size());
        mesh.positions[kept.size()] = mesh.positions[v];
        kept.push_back(v);
    }
    mesh.positions.resize(kept.size());
    mesh.attributes.reorder(kept);
    std::erase_if(mesh.triangles, [&](const Vec3i& t) { return number[t[0]] < 0; });
    for (Vec3i& t : mesh.triangles) t = Vec3i(number[t[0]], number[t[1]], number[t[2]]);
}

}  // namespace lamella
