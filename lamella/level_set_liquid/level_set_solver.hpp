// The sea: a liquid whose surface is a particle level set (level_set.hpp) and whose velocity stands on the faces of the
// same grid, in cells two spacings wide. A step moves surface and velocity through the velocity that the last one made
// free of divergence, then adds forces, viscosity and pressure.
//
// What the level set loses (or makes) is measured in each step. It is first given to the drops of the spray, and the
// rest, if the parameters say so, back to the sea: the surface moves by
//
//     E / A, at most a fiftieth of a cell,
//
// with E the missing volume and A the area of the surface, and the markers move with it (Lee, Hyde, Li, Fedkiw 2019
// leave the loss as it is).
#pragma once

#include <lamella/eulerian/extrapolation.hpp>
#include <lamella/eulerian/viscosity_batty2008.hpp>
#include <lamella/level_set_liquid/level_set.hpp>
#include <lamella/level_set_liquid/level_set_parameters.hpp>
#include <lamella/level_set_liquid/spray.hpp>
#include <lamella/matter/any_solver.hpp>
#include <lamella/matter/liquid_setup.hpp>
#include <lamella/matter/liquid_view.hpp>
#include <lamella/matter/solver.hpp>

#include <optional>

namespace lamella {

struct LevelSetSetup : LiquidSetup {
    LevelSetParameters parameters;
};

class LevelSetSolver {
public:
    using Parameters = LevelSetParameters;
    static constexpr const char* name = Parameters::name;

    explicit LevelSetSolver(LevelSetSetup setup);

    double longest_step(const BodyStates& now);
    StepOutcome try_step(const Step& step);
    void reach_frame(double time, const BodyStates& now);
    std::vector<FramePart> frame_parts() const;

    // A step in its parts, for who has something between them (coupling/carried_sea.hpp). First surface, velocity and
    // spray through the velocity of the last step, which gives the markers of the inside that the surface has lost.
    struct LostMarker {
        Vec3 place, velocity;
    };
    std::vector<LostMarker> move(const Step& step);
    double drain();                   // what is in sinks and beyond open faces leaves, m^3
    void add_volume(double missing);  // m^3, by a shift of the surface as far as that may go
    LiquidCells& find_liquid_cells();
    FaceField& velocity_to_push() { return velocity_; }
    void push(double dt, BodyLoads& loads);  // forces, viscosity and pressure
    std::map<std::string, Balance> balances(const Vec3d& centre) const;

    LiquidView liquid_view() const {
        return {&shown(), setup_.spacing, &setup_.materials, pressures_, 2.5f * static_cast<Real>(cell_)};
    }
    double time() const { return time_; }
    double cell() const { return cell_; }
    const LevelSet& level_set() const { return level_set_; }
    const FaceField& velocity() const { return velocity_; }
    const Spray& spray() const { return spray_; }
    std::span<const float> open_shares() const { return solids_.open_volume().values(); }  // of cells, not in solids
    float level(const Vec3& x) const;                                                      // at x, in cells
    double marker_volume() const;  // for which a marker stands when it is seeded, m^3
    const SolidGrid& solids() const { return solids_; }
    double sea_volume() const;                            // of the level set, m^3
    double expected_volume() const { return expected_; }  // of level set and spray, m^3
    StepReport take_report() { return report_.take(); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("time", time_);
        visit("level_set", level_set_);
        for (std::size_t a = 0; a < 3; ++a) visit("velocity" + std::to_string(a), velocity_[a]);
        visit("spray", spray_);
        for (auto& [text, value] : {std::pair{"expected", &expected_}, {"start", &start_}, {"left", &left_}})
            visit(text, *value);
        report_.state(visit);
        shown_.reset();
    }

private:
    void place_solids(const BodyStates& now);
    LevelSetRoom room();
    void mend(TileField<float>& phi) const;
    void hold_back(Index t, std::vector<Marker>& markers) const;
    void move_spray(double dt);
    void free(const std::vector<LostMarker>& lost);
    void project(double dt, BodyLoads& loads);
    void extend_velocity();
    double in_cells(double volume) const { return volume / (cell_ * cell_ * cell_); }
    const ParticleSet& shown() const;

    LevelSetSetup setup_;  // its bodies have moved into solids_
    Real density_;
    double cell_;
    SolidGrid solids_;
    PressureProjection projection_;
    ViscosityBatty2008 viscosity_;
    LevelSet level_set_;
    FaceField velocity_;  // on the tiles of the level set
    FaceFlags known_;
    LiquidCells cells_;
    Spray spray_;
    double start_ = 0.0, expected_ = 0.0, left_ = 0.0;  // volumes, m^3: left_ through open faces and sinks
    std::vector<PressureSample> pressures_;
    double time_ = 0.0;
    StepReport report_;
    mutable std::optional<ParticleSet> shown_;  // made when somebody looks
};

extern template AnySolver AnySolver::of<LevelSetSolver>(LevelSetSetup&&);

}  // namespace lamella
