#include <lamella/core/parallel.hpp>
#include <lamella/solid/fracture/broken_mesh.hpp>
#include <lamella/solid/fracture/fragment_meshes.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr double kGrowth = 1.5;  // of the support of a vertex that finds none of its fragment
constexpr int kMostGrowths = 3;
constexpr double kBumps = 3.0;  // spacings, the length of bumps where a scene says nothing

struct Carried {
    Vec3d way = Vec3d::Zero();
    double weight = 0.0;
};

FaceRoughness roughness_of(const FractureParameters& parameters, double spacing) {
    const double length = parameters.roughness_length > 0.0f ? parameters.roughness_length : kBumps * spacing;
    return {parameters.roughness, length};
}

}  // namespace

void BrokenMesh::build(const Fracture& fracture, const RestShape& shape) {
    const FragmentField field(fracture.pairs().cells(), fracture.fragments().names(), fracture.sheets(),
                              fracture.body());
    Box3 bounds;
    for (Index i = 0; i < shape.size(); ++i) bounds.extend(shape.place(i));
    rest_ = {};
    const double cell = kCell * shape.spacing();
    const FaceRoughness roughness = roughness_of(fracture.parameters(), shape.spacing());
    for (const FragmentMesh& one : fragment_meshes(field, bounds.padded(shape.spacing()), cell, roughness)) {
        const Index first = rest_.vertex_count();
        for (const Vec3i& triangle : one.mesh.triangles) rest_.triangles.push_back(triangle + Vec3i::Constant(first));
        rest_.positions.insert(rest_.positions.end(), one.mesh.positions.begin(), one.mesh.positions.end());
        rest_.attributes.append(one.mesh.attributes);
        auto& fragment = rest_.attributes.add<IndexColumn>("fragment");
        for (Index v = first; v < rest_.vertex_count(); ++v) fragment[v] = one.fragment;
    }
    auto& rest = rest_.attributes.add<Vec3Column>("rest");
    for (Index v = 0; v < rest_.vertex_count(); ++v) rest.set(v, rest_.positions[v]);
    triangles_ = fracture.sheets().triangle_count();
}

TriangleMesh BrokenMesh::moved(const Fracture& fracture, const RestShape& shape, const QuadArray& displacements,
                               std::span<const Mat3> gradients) {
    if (triangles_ != fracture.sheets().triangle_count()) build(fracture, shape);
    TriangleMesh mesh = rest_;
    const auto& own = rest_.attributes.get<IndexColumn>("fragment");
    const auto names = fracture.fragments().names();
    parallel_for("carry fragments", mesh.vertex_count(), [&](Index v) {
        const Vec3 m = rest_.positions[v];
        Carried sum;
        double h = RestShape::kSupport * shape.spacing();
        for (int growths = 0; sum.weight <= 0.0 && growths <= kMostGrowths; ++growths, h *= kGrowth)
            fracture.pairs().cells().for_each_within(m.cast<double>(), h, [&](Index j, const Vec3d& to) {
                if (names[j] != own[v]) return;
                const double w = std::pow(1.0 - to.norm() / h, 3);
                sum.way += w * (displacements.vec(j) - gradients[j] * to.cast<Real>()).cast<double>();
                sum.weight += w;
            });
        if (sum.weight > 0.0) mesh.positions[v] = m + (sum.way / sum.weight).cast<Real>();
    });
    return mesh;
}

}  // namespace lamella
