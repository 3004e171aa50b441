// Fragments that are too small to be elastic: chains, single layers, crumbs, none of whose particles has a healthy
// moment matrix. Their particles would drift apart; they go on as one rigid body, with the momentum and the angular
// momentum that they have (Keiser 2006, 5.6, says that such fragments become rigid).
//
// The inertia is that of the particles and of their cells, n m d^2 / 6, without which that of a chain is singular: the
// spin of the cells is part of the angular momentum. Forces on the particles (contact, gravity, fields) push and turn
// the piece; leapfrog with the velocity of the middle of the step for the rotation.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/real.hpp>
#include <lamella/core/vec.hpp>

#include <array>
#include <span>
#include <vector>

namespace lamella {

class RigidPieces {
public:
    RigidPieces() = default;
    // A particle's mass and the edge of its cell.
    RigidPieces(double mass, double spacing) : mass_(mass), spacing_(spacing) {}

    bool any() const { return !pieces_.empty(); }
    Index count() const { return static_cast<Index>(pieces_.size()); }
    std::span<const Index> particles(Index piece) const { return pieces_[piece].particles; }
    std::vector<Index> particles() const;  // of all pieces

    using At = FunctionRef<Vec3(Index)>;  // of a particle
    // A new piece of particles that move as they do.
    void begin(std::span<const Index> particles, At place, At velocity);

    // Where cracks have gone through a piece, its parts (particles of one name) become pieces that move as it did.
    void fall_apart(std::span<const Index> names);

    void kick(At acceleration, double dt);
    void drift(double dt);
    // Calls f(i, place, velocity) for all of their particles.
    void for_each(FunctionRef<void(Index, const Vec3d&, const Vec3d&)> f) const;
    // Calls f(i, rotation) for all of them: since they became rigid.
    void for_each_rotation(FunctionRef<void(Index, const Mat3d&)> f) const;

    // What the cells have beside their particles, by their spin.
    struct Spin {
        Vec3d momentum = Vec3d::Zero();
        double energy = 0.0;
    };
    Spin spin() const;

    template <class Visitor>
    void state(Visitor& visit) {
        Flat flat = flatten();
        visit("sizes", flat.sizes);
        visit("particles", flat.particles);
        visit("arms", flat.arms);
        visit("motions", flat.motions);
        restore(flat);
    }

private:
    struct Piece {
        std::vector<Index> particles;
        std::vector<Vec3d> arms;  // from the centre, as they were when it began
        Vec3d centre = Vec3d::Zero();
        Mat3d rotation = Mat3d::Identity();
        Vec3d velocity = Vec3d::Zero();
        Vec3d momentum = Vec3d::Zero();         // angular, about the centre
        Mat3d inverse_inertia = Mat3d::Zero();  // of the arms

        Vec3d spin_of(const Mat3d& turned) const;
        Vec3d spin() const { return spin_of(rotation); }
    };
    struct Flat {
        std::vector<Index> sizes, particles;
        std::vector<Vec3d> arms;
        std::vector<std::array<double, 18>> motions;  // centre, rotation, velocity, momentum
    };
    Flat flatten() const;
    void restore(const Flat& flat);
    Mat3d inertia(const Piece& piece) const;
    Piece part_of(const Piece& whole, std::span<const std::size_t> rows) const;

    double mass_ = 0.0, spacing_ = 0.0;
    std::vector<Piece> pieces_;
};

}  // namespace lamella
