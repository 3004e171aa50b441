// Bodies that answer to the viscosity of the liquid while it is solved for (viscosity_weiler2018.hpp). A particle i
// loses the velocity H_i (u_i - V(x_i)) to a body, with the symmetric block
//
//     H_i = - dt mu / rho0 2 (d + 2) sum_b V_b (grad W_ib) x_ib^T / (|x_ib|^2 + 0.01 h^2)
//
// over its boundary particles: a force of a pair acts along the line between both, so the body's velocity at i does for
// that at each of them. With the six rates V of the body, of its centre and its spin, V(x_i) = J_i V, the mass matrix
// M, the mass m of a particle and V* = V_before + dt (what else acts on it, its weight, too),
//
//     (M + K) V = M V* + m sum_i J_i^T H_i u_i,      K = m sum_i J_i^T H_i J_i.
//
// Put into the equations of the particles this takes H_i J_i (M + K)^-1 m sum_j J_j^T H_j u_j from their left-hand
// side, which stays symmetric and positive. Were the body's velocity that from before the step, then the liquid, which
// falls freely until the pressure is known, would fall past it in the solve and drag it down.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/sph/contact/sums_of_bodies.hpp>

#include <span>

namespace lamella {

struct SphLiquid;

class RigidViscosity {
public:
    // `blocks` are the H_i of the entries of the coupling, which has said what to expect of the bodies in this step.
    void start(const SphLiquid& liquid, std::vector<Mat3> blocks);
    bool none() const { return blocks_.empty(); }

    // Vectors of four numbers a particle; with the velocities from before the step bodies are in b already.
    void add_to_right_side(std::span<Real> b) const;
    void add_product(std::span<const Real> u, std::span<Real> image) const;

    // What a solution gives to the bodies, of so many.
    BodyLoads loads(std::span<const Real> u, std::size_t all_bodies) const;
    // H_i (u_i - J_i V_before) of an entry.
    Vec3 lost_to_still_body(std::span<const Real> u, std::size_t e) const;

private:
    struct Answer {
        Vec6d rates, expected;  // V_before, V* - V_before
        Mat6d answer, mixed;    // (M + K)^-1 and (M + K)^-1 M
        Vec6d fixed;            // V - V_before without what depends on u
    };

    Vec3d arm(std::size_t e) const;
    Vec3d velocity_at(const Vec6d& rates, std::size_t e) const;
    Vec6d pushed(const Vec3d& change, std::size_t e) const;
    std::vector<Vec6d> taken_from(std::span<const Real> u) const;

    const SphLiquid* liquid_ = nullptr;
    double mass_ = 0.0;  // of a particle
    std::vector<Mat3> blocks_;
    std::vector<Answer> bodies_;
};

}  // namespace lamella
