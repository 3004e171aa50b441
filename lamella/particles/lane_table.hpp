// Packs compressed to their marked lanes without a branch.
#pragma once

#include <lamella/core/pack.hpp>

#include <array>

namespace lamella {

// For every pattern of lanes, the numbers of its lanes one after another.
struct LaneTable {
    std::array<std::array<Index, kPackWidth>, 1 << kPackWidth> lanes{};

    constexpr LaneTable() {
        for (unsigned pattern = 0; pattern < lanes.size(); ++pattern) {
            std::size_t n = 0;
            for (Index lane = 0; lane < kPackWidth; ++lane)
                if (pattern >> lane & 1) lanes[pattern][n++] = lane;
        }
    }
    IndexPack operator[](unsigned pattern) const { return {lanes[pattern].data(), simd::element_aligned}; }
};
inline constexpr LaneTable kLanes;

}  // namespace lamella
