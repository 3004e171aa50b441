// How velocities pass between particles and grid: the list of transfers.
#pragma once

#include <lamella/core/fields.hpp>

#include <variant>

namespace lamella {

struct FlipTransfer {
    static constexpr const char* name = "flip";
    static constexpr const char* sentence = "trilinear; particles take over changes of the grid (Zhu, Bridson 2005)";
    Real flip_share = 0.95f;

    static constexpr auto fields() {
        return std::tuple{Field{"flip_share", &FlipTransfer::flip_share, "1", range(0, 1),
                                "share of the change of the grid's velocity; the rest takes the velocity itself"}};
    }
};

struct AndoTransfer {
    static constexpr const char* name = "ando2011";
    static constexpr const char* sentence = "a sharp kernel to the grid, trilinear back (Ando, Tsuruno 2011)";
    Real flip_share = 0.8f;

    static constexpr auto fields() {
        return std::tuple{Field{"flip_share", &AndoTransfer::flip_share, "1", range(0, 1),
                                "alpha_4: share of the change of the grid's velocity"}};
    }
};

struct PicTransfer {
    static constexpr const char* name = "pic";
    static constexpr const char* sentence = "trilinear; particles take the grid's velocity: smooth and viscous";

    static constexpr auto fields() { return std::tuple{}; }
};

struct ApicTransfer {
    static constexpr const char* name = "apic";
    static constexpr const char* sentence =
        "as pic, with the velocity's derivatives on each particle (Jiang et al. 2015)";

    static constexpr auto fields() { return std::tuple{}; }
};

using TransferMethod = std::variant<FlipTransfer, AndoTransfer, PicTransfer, ApicTransfer>;

}  // namespace lamella
