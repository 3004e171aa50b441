#include <lamella/particles/kernels.hpp>
#include <lamella/surface/point_neighbours.hpp>
#include <lamella/surface/vertex_attributes.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lamella {
namespace {

// The weighted mean of every component. A vertex lies within the support of some particle; the floor only
// guards the rounding at its very end.
template <class C>
void carry(const C& column, const PointNeighbours& vertices, const Poly6& W, C& result) {
    vertices.for_each("carry column", [&](Index i, const NeighbourRange& near) {
        Pack total = 0.0f;
        std::array<Pack, C::components> sums{};
        near.for_each_pack([&](const NeighbourPack& j) {
            const Pack w = select(j.inside, W(j.distance()), Pack(0.0f));
            total += w;
            for (int c = 0; c < C::components; ++c)
                sums[c] += select(j.inside, w * j.load(column.component(c).data()), Pack(0.0f));
        });
        const Real weight = std::max(fold(total), std::numeric_limits<Real>::min());
        for (int c = 0; c < C::components; ++c) result.component(c).data()[i] = fold(sums[c]) / weight;
    });
}

void carry(const IndexColumn& column, const PointNeighbours& vertices, const Poly6&, IndexColumn& result) {
    vertices.for_each("carry column", [&](Index i, const NeighbourRange& near) {
        Real nearest = std::numeric_limits<Real>::infinity();
        near.for_each_pack([&](const NeighbourPack& j) {
            for (int lane = 0; lane < kPackWidth; ++lane)
                if (j.inside[lane] && j.distance_squared[lane] < nearest) {
                    nearest = j.distance_squared[lane];
                    result[i] = column[j.first + lane];
                }
        });
    });
}

}  // namespace

void set_normals(Vec3Column gradients, TriangleMesh& mesh) {
    auto& normals = mesh.attributes.add<Vec3Column>("N");
    normals = std::move(gradients);
    parallel_for("normals", normals.size(), [&](Index i) {
        const Vec3 gradient = normals[i];
        const Real length = gradient.norm();
        normals.set(i, length > 0.0f ? Vec3(-gradient / length) : Vec3(Vec3::UnitY()));
    });
}

void carry_columns(const ParticleCloud& cloud, std::span<const std::string> names, TriangleMesh& mesh) {
    if (names.empty()) return;
    const PointNeighbours vertices(mesh.positions, cloud);
    for (const std::string& name : names)
        std::visit(
            [&](const auto& column) {
                using C = std::remove_cvref_t<decltype(column)>;
                carry(column, vertices, Poly6(cloud.radius()), mesh.attributes.add<C>(name));
            },
            cloud.particles().columns().at(name));
}

}  // namespace lamella
