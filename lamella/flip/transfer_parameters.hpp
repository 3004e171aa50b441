// How velocities pass between particles and grid: the list of transfers. Each says which weight a particle has for the
// nodes of the grid, whether it carries the derivatives of its velocity, and which share of the change of the grid's
// velocity it takes over; the rest takes the velocity itself.
#pragma once

#include <lamella/core/vec.hpp>
#include <lamella/matter/solver_parameters.hpp>

#include <cmath>
#include <variant>

namespace lamella {

// Weights of the node at an offset, in cells.
struct TrilinearWeight {
    Real operator()(const Vec3& o) const {
        return (1.0f - std::abs(o.x())) * (1.0f - std::abs(o.y())) * (1.0f - std::abs(o.z()));
    }
};
struct SharpWeight {  // a spacing h is half a cell
    Real operator()(const Vec3& o) const {
        const Real q = 1.0f / (4.0f * o.squaredNorm() + 1e-6f);  // h^2 / r^2
        const Real far = q * q;
        return std::max(q - 1.0f, 0.0f) + 1e-4f * far * far;
    }
};

struct FlipTransfer {
    static constexpr const char* name = "flip";
    static constexpr const char* sentence = "trilinear; particles take over changes of the grid (Zhu, Bridson 2005)";
    using Weight = TrilinearWeight;
    static constexpr bool affine = false;
    Real flip_share = 0.95f;
    Real share() const { return flip_share; }

    static constexpr auto fields() {
        return field_list(Field{"flip_share", &FlipTransfer::flip_share, "1", range(0, 1),
                                "share of the change of the grid's velocity; the rest takes the velocity itself"});
    }
};

struct AndoTransfer {
    static constexpr const char* name = "ando2011";
    static constexpr const char* sentence = "a sharp kernel to the grid, trilinear back (Ando, Tsuruno 2011)";
    using Weight = SharpWeight;
    static constexpr bool affine = false;
    Real flip_share = 0.8f;
    Real share() const { return flip_share; }

    static constexpr auto fields() {
        return field_list(Field{"flip_share", &AndoTransfer::flip_share, "1", range(0, 1),
                                "alpha_4: share of the change of the grid's velocity"});
    }
};

struct PicTransfer {
    static constexpr const char* name = "pic";
    static constexpr const char* sentence = "trilinear; particles take the grid's velocity: smooth and viscous";
    using Weight = TrilinearWeight;
    static constexpr bool affine = false;
    static Real share() { return 0.0f; }

    static constexpr auto fields() { return field_list(); }
};

struct ApicTransfer {
    static constexpr const char* name = "apic";
    static constexpr const char* sentence =
        "as pic, with the velocity's derivatives on each particle (Jiang et al. 2015)";
    using Weight = TrilinearWeight;
    static constexpr bool affine = true;
    static Real share() { return 0.0f; }

    static constexpr auto fields() { return field_list(); }
};

using TransferMethod = std::variant<FlipTransfer, AndoTransfer, PicTransfer, ApicTransfer>;

inline bool is_affine(const TransferMethod& method) {
    return std::visit([](const auto& m) { return m.affine; }, method);
}

}  // namespace lamella
