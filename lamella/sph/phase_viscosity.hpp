// The fluids' own viscosity between two particles, as a share of the largest one among the phases,
//
//     m_ij = 2 m_i m_j / (m_i + m_j),   m_i = mu_i / max mu:
//
// the harmonic mean, under which both sides of an interface between two liquids feel the same shear stress. It is the
// same for both particles to the last bit, so that what one gains the other loses. Where all phases have one viscosity
// every share is 1 and costs nothing.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <vector>

namespace lamella {

// The shares of one particle among particles that are all alike.
struct EqualShares {
    static Real own() { return 1.0f; }
    template <class Neighbour>
    Pack operator()(const Neighbour&) const {
        return Pack(1.0f);
    }
};

// The shares of one particle among particles that carry theirs.
class HarmonicShares {
public:
    explicit HarmonicShares(Real own) : own_(own) {}

    Real own() const { return own_; }
    template <class Neighbour>
    Pack operator()(const Neighbour& j) const {
        constexpr Real kTiny = 1e-30f;  // two particles without viscosity
        return 2.0f * (own_ * j.carried) / larger(own_ + j.carried, Pack(kTiny));
    }

private:
    Real own_;
};

class PhaseViscosity {
public:
    explicit PhaseViscosity(const PhaseMaterials& materials) : largest_(largest_viscosity(materials)) {
        if (one_viscosity(materials)) return;
        for (const PhaseMaterial& m : materials) shares_.push_back(m.viscosity / largest_);
    }

    Real largest() const { return largest_; }

    // Calls sums(shares_of), where shares_of(i) gives the shares of particle i; the liquid carries m meanwhile.
    template <class Sums>
    void with_shares(SphLiquid& liquid, Sums&& sums) const {
        if (shares_.empty()) {
            sums([](Index) { return EqualShares{}; });
            return;
        }
        const auto& phase = liquid.particles.get<IndexColumn>("phase");
        parallel_for("carry viscosity", liquid.size(),
                     [&](Index i) { liquid.places.set_w(i, shares_[static_cast<std::size_t>(phase[i])]); });
        sums([&](Index i) { return HarmonicShares(liquid.places.w(i)); });
    }

private:
    Real largest_;
    std::vector<Real> shares_;  // by phase; empty where all are 1
};

}  // namespace lamella
