#include <lamella/core/parallel.hpp>
#include <lamella/skinned/skin_forces.hpp>

namespace lamella {
namespace {

Real mean_of(std::span<const Real> values, const Vec4i& nodes) {
    return 0.25f * (values[nodes[0]] + values[nodes[1]] + values[nodes[2]] + values[nodes[3]]);
}

// Away from the skin; zero where the distance has no slope.
Vec3 outward(const MeshStep& step, Index cell) {
    const Vec4i& t = step.mesh.tets[cell];
    const std::vector<Real>& d = step.mesh.node_distances;
    const Vec3 slope = TetFrame::of(t, step.after).gradient({d[t[0]], d[t[1]], d[t[2]], d[t[3]]});
    const Real steep = slope.norm();
    return steep > 0.0f ? Vec3(slope / steep) : Vec3(Vec3::Zero());
}

}  // namespace

void apply_skin_forces(const MeshStep& step, const SkinForces& forces, WaterCells& water) {
    const auto dt = static_cast<Real>(step.dt);
    parallel_for("skin forces", static_cast<Index>(water.wet.size()), [&](Index k) {
        const Index cell = water.wet[k];
        WaterAmount& amount = water.amounts[cell];
        const Real distance = step.mesh.distance(cell);
        Vec3 change = forces.gravity * dt;
        const bool pulled = !forces.adhesion.empty() && distance < forces.adhesion_reach;
        const bool dragged = forces.drag > 0.0f && distance < forces.drag_reach;
        if (pulled || dragged) {
            const Vec3 n = outward(step, cell);
            if (pulled) {
                const Real alpha = mean_of(forces.adhesion, step.mesh.tets[cell]);
                change -= alpha * (1.0f - std::max(distance, 0.0f) / forces.adhesion_reach) * dt * n;
            }
            if (dragged) {
                const Vec3 slip = amount.velocity() + change - step.velocity(cell);
                const Vec3 along = slip - slip.dot(n) * n;
                const Real paint = forces.drag_paint.empty() ? 1.0f : mean_of(forces.drag_paint, step.mesh.tets[cell]);
                change += along * (1.0f / (1.0f + forces.drag * paint * dt) - 1.0f);
            }
        }
        amount.accelerate(change.cast<double>());
    });
}

void clamp_at_skin(const MeshStep& step, WaterCells& water) {
    parallel_for("clamp at the skin", static_cast<Index>(water.wet.size()), [&](Index k) {
        const Index cell = water.wet[k];
        if (!step.mesh.cut(cell)) return;
        const Vec3 n = outward(step, cell);
        const Real into = (step.velocity(cell) - water.amounts[cell].velocity()).dot(n);
        if (into > 0.0f) water.amounts[cell].accelerate((into * n).cast<double>());
    });
}

}  // namespace lamella
