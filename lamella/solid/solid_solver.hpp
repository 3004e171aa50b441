// Elastic and plastic solids of a world (Keiser 2006, chapter 5): each a Solid, all stepped together.
#pragma once

#include <lamella/solid/solid.hpp>

namespace lamella {

struct SolidsSetup : SolidSurroundings {
    std::vector<SolidSetup> solids;
};

class SolidSolver {
public:
    static constexpr const char* name = "solid";

    explicit SolidSolver(SolidsSetup setup);

    double longest_step(const BodyStates& now) const;
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;
    std::map<std::string, Balance> balances(const Vec3d& centre) const;
    StepReport take_report() { return report_.take(); }

    std::span<const Solid> solids() const { return solids_; }
    const SolidSurroundings& around() const { return around_; }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        for (std::size_t k = 0; k < solids_.size(); ++k) visit(std::to_string(k), solids_[k]);
        report_.state(visit);
    }

private:
    SolidSurroundings around_;
    std::vector<Solid> solids_;
    double time_ = 0.0;
    StepReport report_;
};

}  // namespace lamella
