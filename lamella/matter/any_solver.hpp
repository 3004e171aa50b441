// A solver of any type, as a world holds it.
#pragma once

#include <lamella/matter/liquid_view.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/matter/state_copy.hpp>

#include <limits>
#include <memory>
#include <optional>

namespace lamella {

// A solver whose matter pushes bodies that another one moves so hard that the world must not step longer.
template <class S>
concept LimitsSharedSteps = requires(const S& there, const BodyStates& now) {
    { there.longest_shared_step(now) } -> std::same_as<double>;
};

class AnySolver {
public:
    // Made in its place: AnySolver::of<SphSolver>(setup).
    template <WorldSolver S, class... Arguments>
    static AnySolver of(Arguments&&... arguments);

    const char* name() const { return held_->name(); }
    double longest_step(const BodyStates& now) { return held_->longest_step(now); }
    double longest_shared_step(const BodyStates& now) const { return held_->longest_shared_step(now); }
    StepOutcome try_step(const Step& step) { return held_->try_step(step); }
    void reach_frame(double time, const BodyStates& now) { held_->reach_frame(time, now); }
    std::vector<FramePart> frame_parts() const { return held_->frame_parts(); }
    std::map<std::string, Balance> balances(const Vec3d& centre) const { return held_->balances(centre); }
    StepReport take_report() { return held_->take_report(); }
    void state(StateVisitor& visit) { held_->state(visit); }

    // Where there is a liquid that can be probed.
    std::optional<LiquidView> liquid_view() const { return held_->liquid_view(); }

    // Remembers the state, and goes back to what was remembered last.
    void keep() { held_->keep(); }
    void undo() { held_->undo(); }

    bool moves_bodies() const { return held_->moves_bodies(); }
    // Nothing where the solver moves no bodies.
    void place_bodies(BodyStates& states) const { held_->place_bodies(states); }
    void push_bodies(const BodyLoads& loads, double dt) { held_->push_bodies(loads, dt); }
    std::vector<BodyContact> body_contacts() const { return held_->body_contacts(); }
    // Nothing where the solver does not ask.
    void meet_bodies(const BodyStates& now) { held_->meet_bodies(now); }

    // The solver itself, or null where it is of another type.
    template <WorldSolver S>
    S* get_if() {
        auto* held = dynamic_cast<Held<S>*>(held_.get());
        return held ? &held->solver : nullptr;
    }

private:
    struct Interface {
        Interface() = default;
        virtual ~Interface() = default;
        Interface(const Interface&) = delete;
        Interface& operator=(const Interface&) = delete;

        virtual const char* name() const = 0;
        virtual double longest_step(const BodyStates& now) = 0;
        virtual double longest_shared_step(const BodyStates& now) const = 0;
        virtual StepOutcome try_step(const Step& step) = 0;
        virtual void reach_frame(double time, const BodyStates& now) = 0;
        virtual std::vector<FramePart> frame_parts() const = 0;
        virtual std::map<std::string, Balance> balances(const Vec3d& centre) const = 0;
        virtual StepReport take_report() = 0;
        virtual void state(StateVisitor& visit) = 0;
        virtual std::optional<LiquidView> liquid_view() const = 0;
        virtual void keep() = 0;
        virtual void undo() = 0;
        virtual bool moves_bodies() const = 0;
        virtual void place_bodies(BodyStates& states) const = 0;
        virtual void push_bodies(const BodyLoads& loads, double dt) = 0;
        virtual std::vector<BodyContact> body_contacts() const = 0;
        virtual void meet_bodies(const BodyStates& now) = 0;
    };

    template <WorldSolver S>
    struct Held final : Interface {
        template <class... Arguments>
        explicit Held(Arguments&&... arguments) : solver(std::forward<Arguments>(arguments)...) {}

        const char* name() const override { return S::name; }
        double longest_step(const BodyStates& now) override { return solver.longest_step(now); }
        double longest_shared_step(const BodyStates& now) const override {
            if constexpr (LimitsSharedSteps<S>)
                return solver.longest_shared_step(now);
            else
                return std::numeric_limits<double>::infinity();
        }
        StepOutcome try_step(const Step& step) override { return solver.try_step(step); }
        void reach_frame(double time, const BodyStates& now) override { solver.reach_frame(time, now); }
        std::vector<FramePart> frame_parts() const override { return solver.frame_parts(); }
        std::map<std::string, Balance> balances(const Vec3d& centre) const override { return solver.balances(centre); }
        StepReport take_report() override { return solver.take_report(); }
        void state(StateVisitor& visit) override { solver.state(visit); }
        std::optional<LiquidView> liquid_view() const override {
            if constexpr (HasLiquid<S>)
                return solver.liquid_view();
            else
                return std::nullopt;
        }
        void keep() override { kept.keep(solver); }
        void undo() override { kept.restore(solver); }
        bool moves_bodies() const override { return MovesBodies<S>; }
        void place_bodies(BodyStates& states) const override {
            if constexpr (MovesBodies<S>) solver.place_bodies(states);
        }
        void push_bodies(const BodyLoads& loads, double dt) override {
            if constexpr (MovesBodies<S>) solver.push_bodies(loads, dt);
        }
        std::vector<BodyContact> body_contacts() const override {
            if constexpr (KnowsContacts<S>)
                return solver.body_contacts();
            else
                return {};
        }
        void meet_bodies(const BodyStates& now) override {
            if constexpr (MeetsBodies<S>) solver.meet_bodies(now);
        }

        S solver;
        StateCopy kept;
    };

    explicit AnySolver(std::unique_ptr<Interface> held) : held_(std::move(held)) {}

    std::unique_ptr<Interface> held_;
};

// Not inline, so that the sources of a solver can make it once for all who hold one.
template <WorldSolver S, class... Arguments>
AnySolver AnySolver::of(Arguments&&... arguments) {
    return AnySolver(std::make_unique<Held<S>>(std::forward<Arguments>(arguments)...));
}

}  // namespace lamella
