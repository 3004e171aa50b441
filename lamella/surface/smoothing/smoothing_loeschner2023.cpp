#include <lamella/core/profile.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/taubin1995.hpp>
#include <lamella/geometry/vertex_corners.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/surface/point_neighbours.hpp>
#include <lamella/surface/smoothing/smoothing_loeschner2023.hpp>
#include <lamella/surface/surface_walls.hpp>

#include <algorithm>
#include <limits>
#include <span>

namespace lamella {
namespace {

constexpr Real kBody = 13.0f;  // the n of a particle deep inside

// n_i of every particle.
ScalarColumn weighted_neighbours(const ParticleCloud& cloud) {
    ScalarColumn n;
    n.resize(cloud.size());
    const Real per_square = 1.0f / (cloud.radius() * cloud.radius());
    parallel_for("weighted neighbours", cloud.size(), [&](Index i) {
        Pack sum = 0.0f;
        cloud.neighbours().of(i).for_each_pack([&](const NeighbourPack& j) {
            sum += select(j.inside, 1.0f - per_square * j.distance_squared, Pack(0.0f));
        });
        n[i] = fold(sum) - 1.0f;  // not itself
    });
    return n;
}

// What the volume changes by when a vertex moves, for each vertex.
std::vector<Vec3d> volume_gradients(const TriangleMesh& mesh) {
    const VertexCorners corners(mesh);
    std::vector<Vec3d> gradients(mesh.positions.size());
    const auto at = [&](Index corner, int k) -> Vec3d {
        return mesh.positions[mesh.triangles[corner / 3][(corner + k) % 3]].cast<double>();
    };
    parallel_for("volume gradients", mesh.vertex_count(), [&](Index v) {
        const Vec3d here = mesh.positions[v].cast<double>();
        Vec3d sum = Vec3d::Zero();
        for (const Index c : corners.of(v)) sum += cross(Vec3d(at(c, 1) - here), Vec3d(at(c, 2) - here)) / 6.0;
        gradients[v] = sum;
    });
    return gradients;
}

// Moves every vertex along its normal by its share of a common length, so that the mesh encloses the volume.
void give_back(double volume, std::span<const Real> shares, TriangleMesh& mesh) {
    const std::vector<Vec3d> gradients = volume_gradients(mesh);
    double per_length = 0.0;
    for (std::size_t v = 0; v < gradients.size(); ++v)
        per_length += static_cast<double>(shares[v]) * gradients[v].norm();
    if (!(per_length > 0.0)) return;
    const double length = (volume - enclosed_volume(mesh)) / per_length;
    parallel_for("give back", mesh.vertex_count(), [&](Index v) {
        const Vec3d step = length * static_cast<double>(shares[v]) * gradients[v].stableNormalized();
        mesh.positions[v] = (mesh.positions[v].cast<double>() + step).cast<Real>();
    });
}

Real smooth_step(Real t) { return t * t * t * (10.0f + t * (6.0f * t - 15.0f)); }

}  // namespace

std::vector<Real> smoothing_shares(const ParticleCloud& cloud, const TriangleMesh& mesh) {
    const ScalarColumn n = weighted_neighbours(cloud);
    const Poly6 W(cloud.radius());
    std::vector<Real> shares(mesh.positions.size());
    PointNeighbours(mesh.positions, cloud).for_each("smoothing shares", [&](Index v, const NeighbourRange& near) {
        Pack total = 0.0f;
        Pack sum = 0.0f;
        near.for_each_pack([&](const NeighbourPack& j) {
            const Pack w = select(j.inside, W(j.distance()), Pack(0.0f));
            total += w;
            sum += select(j.inside, w * j.load(n.component(0).data()), Pack(0.0f));
        });
        const Real mean = fold(sum) / std::max(fold(total), std::numeric_limits<Real>::min());
        shares[static_cast<std::size_t>(v)] = smooth_step(std::clamp(mean / kBody, 0.0f, 1.0f));
    });
    return shares;
}

void smooth_weighted(const ParticleCloud& cloud, int passes, TriangleMesh& mesh, const SurfaceWalls* walls) {
    const ProfileScope scope("smoothing");
    constexpr Real kOnWall = 0.01f;  // spacings
    std::vector<Real> shares = smoothing_shares(cloud, mesh);
    if (walls)
        parallel_for("vertices on walls", mesh.vertex_count(), [&](Index v) {
            if (walls->distance(mesh.positions[v]) < kOnWall * cloud.spacing()) shares[v] = 0.0f;
        });
    const double volume = enclosed_volume(mesh);
    taubin_smooth(mesh, passes, shares);
    give_back(volume, shares, mesh);
    if (walls) move_before_walls(*walls, cloud.spacing(), mesh);
}

}  // namespace lamella
