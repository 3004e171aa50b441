#include <lamella/core/parallel.hpp>
#include <lamella/tracking/area_gradient.hpp>

#include <algorithm>
#include <array>

namespace lamella {
namespace {

constexpr Real kWetted = 0.25f, kFree = 0.75f;  // spacings before a solid: area up to there, and from there on
constexpr Real kStep = 0.01f;                   // spacings, of differences of distances

// Of a triangle around a vertex: its other corners, the force on the vertex for a weight of 1, twice its area times its
// normal.
struct Corner {
    Index b, c;
    Vec3d force, normal, opposite;  // opposite: from b to c
};
template <class F>
void for_each_triangle(const ConnectedMesh& mesh, Index v, F&& f) {
    const Vec3d x = mesh.positions[v].cast<double>();
    mesh.for_each_outgoing(v, [&](Index h) {
        const Vec3d p = mesh.positions[mesh.to(h)].cast<double>(), q = mesh.positions[mesh.opposite(h)].cast<double>();
        const Vec3d normal = cross(Vec3d(p - x), Vec3d(q - x));
        const double twice_area = normal.norm();
        if (twice_area > 0.0)
            f(Corner{mesh.to(h), mesh.opposite(h), cross(normal, Vec3d(p - q)) / (2.0 * twice_area), normal, q - p});
    });
}

}  // namespace

std::vector<Vec3d> tension_forces(const ConnectedMesh& mesh) {
    std::vector<Vec3d> forces(mesh.positions.size());
    parallel_for("area gradient", mesh.vertex_slots(), [&](Index v) {
        Vec3d sum = Vec3d::Zero();
        for_each_triangle(mesh, v, [&](const Corner& corner) { sum += corner.force; });
        forces[v] = sum;
    });
    return forces;
}

SolidsBeside::SolidsBeside(const ConnectedMesh& mesh, const WettedSolids& solids, Real spacing)
    : share_(solids.share), near_(kWetted * spacing), width_((kFree - kWetted) * spacing) {
    const Real reach = kFree * spacing, step = kStep * spacing;
    distance_.resize(mesh.positions.size());
    away_.assign(mesh.positions.size(), Vec3::Zero());
    parallel_for("distances from solids", mesh.vertex_slots(), [&](Index v) {
        if (!mesh.has_vertex(v)) return;
        const Vec3 x = mesh.positions[v];
        distance_[v] = solids.distance(x);
        if (distance_[v] > 2.0f * reach) return;
        for (int a = 0; a < 3; ++a)
            away_[v][a] =
                (solids.distance(x + step * Vec3::Unit(a)) - solids.distance(x - step * Vec3::Unit(a))) / (2.0f * step);
    });
    for (Index v = 0; v < mesh.vertex_slots() && !any_; ++v) any_ = mesh.has_vertex(v) && distance_[v] < reach;
}

SolidsBeside::Weight SolidsBeside::of_face(Index a, Index b, Index c) const {
    // In the order of their numbers, so that every vertex has the same sum.
    std::array<Index, 3> corners{a, b, c};
    std::ranges::sort(corners);
    double s = 0.0;
    for (const Index corner : corners) s += distance_[corner] / 3.0;
    const double t = std::clamp((s - near_) / width_, 0.0, 1.0);
    if (t >= 1.0) return {};
    Vec3d away = Vec3d::Zero();
    for (const Index corner : corners) away += this->away(corner);
    return {t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t) / width_, -away.stableNormalized()};
}

VertexForces tension_forces(const ConnectedMesh& mesh, const SolidsBeside& solids) {
    if (!solids.any()) return {tension_forces(mesh), {}};
    VertexForces forces{std::vector<Vec3d>(mesh.positions.size()), std::vector<Vec3d>(mesh.positions.size())};
    parallel_for("weighted area gradient", mesh.vertex_slots(), [&](Index v) {
        Vec3d tension = Vec3d::Zero();
        double pull = 0.0;
        for_each_triangle(mesh, v, [&](const Corner& corner) {
            const SolidsBeside::Weight w = solids.of_face(v, corner.b, corner.c);
            const bool own = solids.share() > 0.0;
            const double area = 0.5 * corner.normal.norm();
            const double wetted = own ? area : 0.5 * corner.normal.dot(w.into);
            const Vec3d force = own ? corner.force : Vec3d(-0.5 * cross(w.into, corner.opposite));
            tension += w.value * corner.force + (1.0 - w.value) * solids.share() * force;
            pull -= w.slope * (area - solids.share() * wetted) / 3.0;
        });
        forces.tension[v] = tension;
        forces.pull[v] = pull * solids.away(v);
    });
    return forces;
}

}  // namespace lamella
