// One solid: where its particles are, and how a step moves them (leapfrog, Keiser 2006, 7.7 and 7.8).
#pragma once

#include <lamella/matter/force_fields.hpp>
#include <lamella/matter/solver.hpp>
#include <lamella/solid/contact/touch_points.hpp>
#include <lamella/solid/elasticity_keiser2006.hpp>
#include <lamella/solid/fracture/broken_mesh.hpp>
#include <lamella/solid/fracture/fracture.hpp>
#include <lamella/solid/fracture/rigid_pieces.hpp>
#include <lamella/solid/penalty_contact.hpp>
#include <lamella/solid/skinned_mesh.hpp>
#include <lamella/solid/surfel_skin.hpp>

namespace lamella {

// Particles that move as they are told until they are let go.
struct HeldPart {
    Motion motion;  // of what is at rest at the start
    double until = std::numeric_limits<double>::infinity();
};

struct SolidSetup {
    std::string name;
    // With P (at rest), v, id, and the number of the part that holds each in the column held, or -1; where their cells
    // differ, the edges of these in the column cell.
    ParticleSet particles;
    Real volume = 0.0f;   // of a particle whose cell has the edge spacing
    Real spacing = 0.0f;  // of the skin
    SolidMatter matter;
    Real friction = 0.5f;
    Real contact_damping = 0.3f;  // zeta
    std::vector<HeldPart> held;
    TriangleMesh mesh;                           // at rest; may be empty
    std::optional<SurfelParameters> surfels;     // on the mesh, in its place
    std::function<Real(const Vec3&)> distance;   // to the solid at rest, negative inside
    std::optional<FractureParameters> fracture;  // needs the distance
    FractureControl control;
};

// What all solids of a world have around them.
struct SolidSurroundings {
    std::vector<Body> bodies;
    Box3 walls;  // infinite where there is none
    PeriodicBox periodic;
    Vec3 gravity = Vec3::Zero();
    ForceFields forces;
    std::vector<std::string> attributes;  // that frames hold besides the usual ones
    double start = 0.0;
};

class Solid {
public:
    static constexpr std::array<const char*, 3> attributes{"stress", "plastic_strain", "J"};

    Solid(SolidSetup setup, const SolidSurroundings& around);

    double longest_step() const;
    // A step to `time`, in three: everything moves; forces, to which others may add theirs; the new velocities.
    void move(const Step& step, double time);
    void accelerate(const SolidSurroundings& around, const Step& step, double time);
    void push(Index i, const Vec3& force) { acceleration_[i] += static_cast<Real>(1.0 / mass(i)) * force; }
    void end_step(const Step& step, double time);
    // What frames show.
    void show(const SolidSurroundings& around);

    const std::string& name() const { return name_; }
    const ParticleSet& shown() const { return shown_; }
    const TriangleMesh& shown_mesh() const { return shown_mesh_; }
    const SurfelSkin& surfel_skin() const { return surfel_skin_; }
    const ElasticityKeiser2006& elasticity() const { return elasticity_; }
    const PenaltyContact& contact() const { return contact_; }
    const ContactLaw& contact_law() const { return law_; }
    const TouchPoints& touch_points() const { return touch_points_; }
    bool cracked() const { return fracture_ && fracture_->sheets().triangle_count() > 0; }
    bool has_surface() const { return distance_ != nullptr; }
    Real rest_distance(const Vec3& X) const { return distance_(X); }
    const Box3& bounds() const { return bounds_; }  // of the particles, as the last step moved them
    Real fastest() const { return fastest_; }       // m/s, of them then
    Real spacing() const { return elasticity_.shape().spacing(); }
    const std::optional<Fracture>& fracture() const { return fracture_; }
    const RigidPieces& rigid_pieces() const { return rigid_; }
    double fracture_energy() const { return fracture_energy_; }  // J, that cracks have taken
    Index size() const { return elasticity_.shape().size(); }
    const QuadArray& displacements() const { return moved_; }
    Vec3 displacement(Index i) const { return moved_.vec(i); }
    Vec3 position(Index i) const { return elasticity_.shape().place(i) + moved_.vec(i); }
    Vec3 velocity(Index i) const { return velocity_[i]; }
    double mass(Index i) const { return static_cast<double>(matter_.density) * elasticity_.shape().volume(i); }
    SolidEnergy energy() const;
    Balance balance(const Vec3& gravity, const Vec3d& centre) const;
    std::size_t memory_bytes() const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("moved", moved_.values());
        visit("carried", carried_);
        visit("v", velocity_);
        visit("acceleration", acceleration_);
        visit("stiffness", stiffness_);
        visit("lowest", bounds_.min);
        visit("highest", bounds_.max);
        visit("fastest", fastest_);
        visit("elasticity", elasticity_);
        visit("contact", contact_);
        visit("fracture_energy", fracture_energy_);
        visit("damped_energy", damped_energy_);
        if (!surfel_skin_.empty()) visit("surfel_skin", surfel_skin_);
        if (!fracture_) return;
        visit("fracture", *fracture_);
        visit("rigid", rigid_);
        part_again();
    }

private:
    void drift(double dt);
    void find_bounds();
    void kick(double dt);
    void hold(double time);
    void crack(double dt, double time);
    void part(std::span<const PairChange> changes, double dt, double time);
    void part_again();
    void join_crumbs(double dt, double time);
    void make_rigid(const std::vector<std::vector<Index>>& crumbs, double dt);
    void move_rigid();
    void damp_pieces(double time);
    TouchPoints points_now() const;
    void renew_skin();
    bool held(Index i, double time) const {
        const Index part = held_by_.empty() ? -1 : held_by_[i];
        return part >= 0 && time < held_[static_cast<std::size_t>(part)].until;
    }

    std::string name_;
    SolidMatter matter_;
    ElasticityKeiser2006 elasticity_;
    std::function<Real(const Vec3&)> distance_;
    ContactLaw law_;
    TouchPoints touch_points_;
    Index most_pairs_ = 0;  // of a particle at the start
    PenaltyContact contact_;
    SkinnedMesh mesh_;
    SurfelSkin surfel_skin_;
    std::vector<HeldPart> held_;
    std::vector<Index> held_by_;  // empty where nothing is
    QuadArray moved_;             // displacements
    std::vector<Vec3> carried_;   // what rounding has kept back from them
    std::vector<Vec3> velocity_;
    std::vector<Vec3> acceleration_;
    Box3 bounds_;
    Real fastest_ = 0.0f;
    Real stiffness_ = 1.0f;  // of the stiffest wave, in units of that at rest
    ParticleSet shown_;
    TriangleMesh shown_mesh_;
    std::optional<Fracture> fracture_;
    double fracture_energy_ = 0.0;
    double damped_energy_ = 0.0;
    RigidPieces rigid_;
    BrokenMesh broken_;
};

}  // namespace lamella
