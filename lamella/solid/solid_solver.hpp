// Elastic and plastic solids of a world (Keiser 2006, chapter 5): each a Solid, all stepped together.
#pragma once

#include <lamella/matter/any_solver.hpp>
#include <lamella/solid/contact/contact_keiser2006.hpp>

namespace lamella {

struct SolidsSetup : SolidSurroundings {
    std::vector<SolidSetup> solids;
};

class SolidSolver {
public:
    static constexpr const char* name = "solid";

    explicit SolidSolver(SolidsSetup setup);

    double longest_step(const BodyStates& now) const;
    // Where a body that another solver moves is near: it must answer as soon as it is pushed.
    double longest_shared_step(const BodyStates& now) const;
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;
    StepReport take_report() { return report_.take(); }

    const ContactKeiser2006& contact() const { return contact_; }
    std::span<const Solid> solids() const { return solids_; }
    const SolidSurroundings& around() const { return around_; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        for (std::size_t k = 0; k < solids_.size(); ++k) visit(std::to_string(k), solids_[k]);
        visit("contact", contact_);
        report_.state(visit);
    }

private:
    SolidSurroundings around_;
    std::vector<Solid> solids_;
    ContactKeiser2006 contact_;
    double time_ = 0.0;
    StepReport report_;
};

extern template AnySolver AnySolver::of<SolidSolver>(SolidsSetup&&);

}  // namespace lamella
