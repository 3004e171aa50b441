#include <lamella/solid/solid_solver.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {

SolidSolver::SolidSolver(SolidsSetup setup) : around_(std::move(static_cast<SolidSurroundings&>(setup))), time_(around_.start) {
    for (SolidSetup& solid : setup.solids) solids_.emplace_back(std::move(solid), around_);
    report_.counts["touching"] = 0;
}

double SolidSolver::longest_step(const BodyStates&) const {
    double longest = std::numeric_limits<double>::infinity();
    for (const Solid& solid : solids_) longest = std::min(longest, solid.longest_step());
    return around_.forces.at_most(longest);
}

StepOutcome SolidSolver::try_step(const Step& step) {
    std::int64_t touching = 0, fragments = 0;
    for (Solid& solid : solids_) {
        solid.step(around_, step, time_);
        touching += solid.contact().touching();
        if (solid.fracture()) fragments += solid.fracture()->fragments().count();
    }
    report_.counts["touching"] = touching;
    if (fragments > 0) report_.counts["fragments"] = fragments;
    report_.note_step(step.dt);
    time_ += step.dt;
    return StepOutcome::done;
}

void SolidSolver::reach_frame(double time, const BodyStates&) {
    time_ = time;
    for (Solid& solid : solids_) solid.show(around_);
}

std::vector<FramePart> SolidSolver::frame_parts() const {
    std::vector<FramePart> parts;
    for (const Solid& solid : solids_) {
        ParticleRows rows;
        rows.particles = &solid.shown();
        rows.rows.resize(static_cast<std::size_t>(solid.size()));
        std::iota(rows.rows.begin(), rows.rows.end(), 0);
        for (const auto& [column, values] : solid.shown().columns()) rows.columns.push_back(column);
        rows.radius = 0.5f * solid.elasticity().shape().spacing();
        parts.push_back({solid.name(), std::move(rows)});
        if (!solid.shown_mesh().empty()) parts.push_back({solid.name(), MeshPart{solid.shown_mesh()}});
    }
    return parts;
}

std::map<std::string, Balance> SolidSolver::balances(const Vec3d& centre) const {
    std::map<std::string, Balance> all;
    for (const Solid& solid : solids_) all[solid.name()] = solid.balance(around_.gravity, centre);
    return all;
}

}  // namespace lamella
