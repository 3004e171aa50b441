// Water on a mesh that bends with a character, and the drops around it: one step after another.
//
//     transport (water_transport.hpp), drops, condensing, forces, drag of fur, pressure, push-out, clamp at the skin
//
// Volume is whole numbers throughout: the sum over cells and drops changes by what is added or removed alone.
#pragma once

#include <lamella/skinned/drops.hpp>
#include <lamella/skinned/fur/fur_cells.hpp>
#include <lamella/skinned/push_out.hpp>
#include <lamella/skinned/skin_forces.hpp>
#include <lamella/skinned/wet_pressure.hpp>

#include <functional>
#include <memory>

namespace lamella {

struct CarriedWaterOptions {
    SkinForces forces;
    double condense = 0.2;  // cells that are filled less hand over what they have; 0: none do
    bool pressure = true;
    std::shared_ptr<const FurCells> fur;  // null: there is none; its pores are those of the mesh
};

// Of one step, for reports.
struct CarriedWaterStep {
    Index active = 0, overfull = 0, held = 0;
    Index drops_born = 0;
    Index pressure_iterations = 0;
    double pressure_error = 0.0;
    bool pressure_converged = true;
    double courant = 0.0;  // cells that the fastest water passed, relative to the mesh
};

class CarriedWater {
public:
    using Flow = std::function<Vec3(const Vec3& x)>;  // m/s

    // `lattice` is where the lattice's nodes are now.
    CarriedWater(std::shared_ptr<const SkinnedTets> mesh, CarriedWaterOptions options, std::vector<Vec3> lattice);

    // Fills the parts of cells whose middle is in a region.
    void fill(const std::function<bool(const Vec3& x)>& inside, const Flow& velocity);
    void add_drop(const Vec3& position, const Vec3& velocity, std::int64_t volume) {
        drops_.list.push_back({position, WaterAmount::of(volume, velocity)});
    }

    // To where the lattice's nodes are at the end of the step.
    CarriedWaterStep step(std::vector<Vec3> lattice, double dt);

    // The same in parts, with a sea around it: `sunk` says of each cell whether it stands in the sea. Water may be put
    // into those before it is transported, and what is in them taken out before and after the step ends.
    void begin_step(std::vector<Vec3> lattice, double dt);
    void transport_water(std::span<const std::uint8_t> sunk);
    CarriedWaterStep end_step(std::span<const std::uint8_t> sunk);
    MeshStep mesh_step(std::span<const std::uint8_t> sunk) const {
        return {*mesh_, positions_, next_.positions, dt_, sunk};
    }
    std::vector<WaterTransport::Crossing> crossings() const { return transport_.crossings(); }
    WaterCells& water() { return water_; }
    // The transport, condensing and push-out alone, in a flow that is given at the middle of the step.
    CarriedWaterStep step_in_flow(std::vector<Vec3> lattice, double dt, const Flow& flow);

    const SkinnedTets& mesh() const { return *mesh_; }
    const WaterCells& water() const { return water_; }
    Drops& drops() { return drops_; }
    const Drops& drops() const { return drops_; }
    std::span<const Vec3> positions() const { return positions_; }
    std::span<const Vec3> lattice_positions() const { return lattice_; }
    double cubic_metres(std::int64_t units) const {
        return static_cast<double>(units) * mesh_->rest_volume() / static_cast<double>(kFullCell);
    }
    // What a cell can have where the mesh is now.
    std::int64_t room(Index cell) const {
        return mesh_->open_count(cell) *
               part_capacity(*mesh_, cell, TetFrame::of(mesh_->tets[cell], positions_).volume);
    }
    WaterAmount total() const;
    // The largest speed relative to the mesh in the last step, with what gravity adds to it while a cell is passed,
    // m/s.
    double speed() const;
    Index active_count() const { return active_.count(); }  // in the last step
    std::size_t memory_bytes() const;

    template <class Visitor>
    void state(Visitor& visit) {
        std::vector<std::array<std::int64_t, 4>> wet = rows_of(water_), flying = rows_of(drops_);
        std::vector<Vec3> places;
        for (const Drop& drop : drops_.list) places.push_back(drop.position);
        visit("lattice", lattice_);
        visit("cells", water_.wet);
        visit("wet", wet);
        visit("drop_places", places);
        visit("drops", flying);
        visit("steps", steps_);
        visit("fastest", fastest_);
        restore(wet, flying, places);
    }

private:
    using Rows = std::vector<std::array<std::int64_t, 4>>;  // volumes and momenta
    struct Next {
        std::vector<Vec3> lattice, positions;
    };

    static Rows rows_of(const WaterCells& water);
    static Rows rows_of(const Drops& drops);
    void restore(const Rows& wet, const Rows& flying, std::span<const Vec3> places);
    Next moved(std::vector<Vec3> lattice) const;
    void settle(const MeshStep& step);
    double fastest(const MeshStep& step) const;
    void transport(const MeshStep& step, double courant, const Flow* flow, CarriedWaterStep& report);
    void push(const MeshStep& step, CarriedWaterStep& report);
    void finish();

    std::shared_ptr<const SkinnedTets> mesh_;
    CarriedWaterOptions options_;
    std::vector<Vec3> lattice_, positions_;
    WaterCells water_;
    Drops drops_;
    std::uint64_t steps_ = 0;
    double fastest_ = 0.0;
    Next next_;  // during a step
    double dt_ = 0.0;
    CarriedWaterStep report_;

    ActiveCells active_;
    WaterTransport transport_;
    WetPressure pressure_;
    TetLocator locator_;
};

}  // namespace lamella
