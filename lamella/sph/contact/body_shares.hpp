// Which solids are around each particle of a liquid, and what the sums over the boundary particles of each come to.
#pragma once

#include <lamella/core/vec.hpp>

#include <span>
#include <vector>

namespace lamella {

struct SphLiquid;

struct BodyShare {
    Index body;  // or kDomainWalls
    Real share;  // sum_b V_b W_ib
    Vec3 slope;  // sum_b V_b grad W_ib
};

class BodyShares {
public:
    // Particles that have but walls of the domain around them are looked at only if those are asked for.
    void find(const SphLiquid& liquid, bool walls);

    // These particles, in ascending order.
    Index size() const { return static_cast<Index>(particles_.size()); }
    Index particle(Index k) const { return particles_[static_cast<std::size_t>(k)]; }
    std::span<const BodyShare> around(Index k) const {
        const auto at = static_cast<std::size_t>(k);
        return {shares_.data() + first_[at], shares_.data() + first_[at + 1]};
    }
    // The number of the first of them among all.
    std::size_t first(Index k) const { return first_[static_cast<std::size_t>(k)]; }
    std::size_t share_count() const { return shares_.size(); }

private:
    struct Chunk;

    std::vector<Index> particles_;
    std::vector<std::size_t> first_{0};
    std::vector<BodyShare> shares_;
};

}  // namespace lamella
