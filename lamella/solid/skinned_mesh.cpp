#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/particles/neighbours.hpp>
#include <lamella/solid/skinned_mesh.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

constexpr Real kGrowth = 1.5f;  // of the support of a vertex that finds too few particles
constexpr int kMostGrowths = 3;
constexpr std::size_t kFewest = 4;

}  // namespace

SkinnedMesh::SkinnedMesh(TriangleMesh mesh, const RestShape& shape) : rest_(std::move(mesh)), begins_(1, 0) {
    ParticleSet points;
    points.resize(shape.size());
    points.add<Vec3Column>("P");
    points.add<IndexColumn>("id");
    for (Index i = 0; i < shape.size(); ++i) {
        points.positions().set(i, shape.place(i));
        points.get<IndexColumn>("id")[i] = i;
    }
    const Real farthest = RestShape::kSupport * shape.spacing() * std::pow(kGrowth, static_cast<Real>(kMostGrowths));
    NeighbourGrid grid(farthest);
    grid.build(points);
    const auto& id = points.get<IndexColumn>("id");
    for (const Vec3& m : rest_.positions) {
        Real h = RestShape::kSupport * shape.spacing();
        std::vector<Tie> own;
        for (int growths = 0; own.size() < kFewest; ++growths, h *= kGrowth) {
            if (growths > kMostGrowths)
                throw InputError(
                    fmt::format("the mesh has a vertex at ({:.4g}, {:.4g}, {:.4g}) m from the domain's "
                                "lowest corner, more than {:.3g} m away from the particles of the solid",
                                m.x(), m.y(), m.z(), farthest));
            own.clear();
            grid.for_each_range_in_box(Box3{m, m}.padded(h), [&](ParticleRange range) {
                for (Index k = range.begin; k < range.end; ++k)
                    if (const Real q = 1.0f - (points.positions()[k] - m).norm() / h; q > 0.0f)
                        own.push_back({id[k], q * q * q});
            });
        }
        std::ranges::sort(own, {}, &Tie::particle);
        Real sum = 0.0f;
        for (const Tie& tie : own) sum += tie.weight;
        for (Tie& tie : own) ties_.push_back({tie.particle, tie.weight / sum});
        begins_.push_back(static_cast<Index>(ties_.size()));
    }
}

TriangleMesh SkinnedMesh::moved(const RestShape& shape, const QuadArray& displacements,
                                std::span<const Mat3> gradients) const {
    TriangleMesh mesh = rest_;
    mesh.attributes.resize(mesh.vertex_count());
    auto& rest = mesh.attributes.add<Vec3Column>("rest");
    parallel_for("skin", mesh.vertex_count(), [&](Index v) {
        const Vec3 m = rest_.positions[v];
        Vec3 moved = Vec3::Zero();
        for (Index k = begins_[v]; k < begins_[v + 1]; ++k) {
            const auto [j, weight] = ties_[k];
            moved += weight * (displacements.vec(j) + gradients[j] * (m - shape.place(j)));
        }
        mesh.positions[v] = m + moved;
        rest.set(v, m);
    });
    return mesh;
}

}  // namespace lamella
