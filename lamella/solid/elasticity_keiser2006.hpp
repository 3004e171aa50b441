// Elastic forces between the particles of a solid (Keiser 2006, chapter 5), as the exact gradient of one energy. With
// displacements u, the rest shape's weights and r_ij = X_j - X_i, u_ij = u_j - u_i:
//
//     G_i = (sum over j of w_ij u_ij r_ij^T) M_i^-1                     the displacement gradient (5.13), J_i = I + G_i
//     e_ij = u_ij - G_i r_ij                                            what no gradient explains
//     U = sum over i of V_i energy(G_i) + beta_i / 2 sum over j of w_ij |e_ij|^2,  beta_i = alpha E V_i / tr M_i
//     g_ij = w_ij (V_i P(G_i) M_i^-1 r_ij + beta_i e_ij)                P the first Piola-Kirchhoff stress
//     f_i = sum over j of g_ij - g_ji                                   (5.19)
//
// The second term is not in the book. Without it shapes that alternate from particle to particle cost next to nothing,
// and bending is a quarter too soft at five particles across; since sum_j w_ij e_ij r_ij^T = 0 the forces keep
// the angular momentum. (5.20, which the book uses for speed, is not the same sum and is left out.)
//
// Both passes gather, eight others at once, and nothing cancels that is not small: with C_i = V_i P M_i^-1 - beta_i
// G_i,
//
//     f_i = C_i s_i + beta_i q_i + V_i sum over j of k_ij (C_j r_ij + beta_j u_ij),  w_ij = V_j k_ij,
//
// where s_i = sum of w_ij r_ij belongs to the rest shape, and q_i = sum of w_ij u_ij comes with the gradient.
//
// Where matter has flowed beta falls with the yield strain over that and the flow, and what it held is lost: a beta
// that stays would keep a bar of metal from mushrooming.
#pragma once

#include <lamella/solid/rest_shape.hpp>
#include <lamella/solid/solid_methods.hpp>

namespace lamella {

// What has flowed at each particle; empty where nothing can.
struct PlasticState {
    std::vector<SymmetricTensor> tensor;
    std::vector<Real> flow;          // accumulated, of the strain's norm
    std::vector<double> dissipated;  // J

    template <class Visitor>
    void state(Visitor& visit) {
        visit("tensor", tensor);
        visit("flow", flow);
        visit("dissipated", dissipated);
    }
};

struct SolidEnergy {
    double elastic = 0.0;     // J
    double dissipated = 0.0;  // J, by plastic flow since the start
};

class ElasticityKeiser2006 {
public:
    static constexpr Real kStabilisation = 2.0f;  // alpha; with a support of 2.2 spacings
    static constexpr Real kLeastShare = 0.05f;    // of it; alpha = 0.1 is enough against shapes that alternate

    ElasticityKeiser2006() = default;
    ElasticityKeiser2006(RestShape shape, const SolidMatter& matter);

    const RestShape& shape() const { return shape_; }
    const PlasticState& plastic() const { return plastic_; }

    // Of the stiffest wave at rest, in units of lambda + 2 mu.
    Real stiffness_at_rest() const;

    // The stresses of these displacements, after matter has flowed for dt: what forces() are made of. Returns the
    // stiffness of the stiffest wave, in units of that at rest.
    Real find_stresses(const QuadArray& displacements, Real dt);

    // Calls f(i, force) for every particle, in parallel.
    void forces(const QuadArray& displacements, FunctionRef<void(Index, const Vec3&)> f) const;

    Vec3 force(const QuadArray& displacements, Index i) const;

    // Second Piola-Kirchhoff stresses, as find_stresses() has found them, of a solid that allow_cracks() was told of.
    void allow_cracks();
    std::span<const Mat3> second_stresses() const { return second_stresses_; }
    // Cracks come between pairs; all of whom anything changes are in `touched`, and get new stresses.
    void part(std::span<const PairChange> changes, std::span<const Index> touched, const QuadArray& displacements);

    // These particles, and no others, have no energy and no stress any more.
    void still(std::span<const Index> particles, const QuadArray& displacements);

    Mat3 gradient(const QuadArray& displacements, Index i) const;
    double elastic_energy(const QuadArray& displacements, Index i) const;
    SolidEnergy energy(const QuadArray& displacements) const;

    // Of a particle with that gradient: the determinant of J, von Mises' stress (Cauchy, Pa) and the norm of what has
    // flowed.
    struct Inside {
        Real volume;
        Real von_mises;
        Real flowed;
    };
    Inside inside(const Mat3& gradient, Index i) const;

    // How long a way at rest is once matter has flowed as it has there, without stress.
    Real flowed_length(const Vec3& way, Index i) const;

    std::size_t memory_bytes() const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("plastic", plastic_);
        visit("shape", shape_);
    }

private:
    struct Motion {
        Mat3 gradient;
        Vec3 pull;    // q_i
        Real spread;  // sum over j of w_ij |e_ij|^2
    };
    Motion motion_of(const QuadArray& displacements, Index i) const;
    Real stabilisation(Index i) const {
        return share_left(i) * kStabilisation * matter_.elastic.youngs_modulus * shape_.energy_volume(i) /
               shape_.moment_trace(i);
    }
    // Of the stabilisation where matter has flowed: what no gradient explains has flowed, too.
    Real share_left(Index i) const {
        if (plastic_.flow.empty()) return 1.0f;
        return std::max(yield_strain_ / (yield_strain_ + plastic_.flow[i]), kLeastShare);
    }
    void find_stresses_of(std::span<const Index> particles, const QuadArray& displacements);
    template <class Law, class Plasticity>
    Real find_stress(const QuadArray& displacements, Index i, Real dt, const Law& law, const Plasticity& plasticity);
    template <class Law, class Plasticity>
    void flow(Index i, Real dt, Real spread, typename Law::Trial& trial, const Plasticity& plasticity);
    SymmetricTensor plastic_of(Index i) const;
    double residual_energy(const QuadArray& displacements, const Mat3& gradient, Index i) const;

    RestShape shape_;
    SolidMatter matter_;
    MaterialLaws::Method law_ = StVenant({}, {});
    Plasticities::Method plasticity_ = Elastic({}, {});
    Real yield_strain_ = 0.0f;
    PlasticState plastic_;
    std::array<QuadArray, 3> rows_;  // of C, and beta behind the first
    std::vector<Vec3> own_;          // C_i s_i + beta_i q_i
    std::vector<Mat3> second_stresses_;
};

}  // namespace lamella
