#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/sph/contact/body_shares.hpp>
#include <lamella/sph/sph_liquid.hpp>

#include <algorithm>

namespace lamella {
namespace {

bool near_body(const SphLiquid& liquid, Index i) {
    return std::ranges::any_of(liquid.boundary.sets(),
                               [i](const BoundarySet& set) { return set.has_bodies && !set.lists.none(i); });
}

}  // namespace

struct BodyShares::Chunk {
    std::vector<Index> particles;
    std::vector<std::size_t> ends;
    std::vector<BodyShare> shares;

    BodyShare& of(Index body, std::size_t first) {
        const auto found = std::find_if(shares.begin() + static_cast<std::ptrdiff_t>(first), shares.end(),
                                        [&](const BodyShare& share) { return share.body == body; });
        if (found != shares.end()) return *found;
        return shares.emplace_back(BodyShare{body, 0.0f, Vec3::Zero()});
    }

    void look_around(const SphLiquid& liquid, Index i) {
        const SphKernel W = liquid.kernel;
        const std::size_t first = shares.size();
        for (const BoundarySet& set : liquid.boundary.sets()) {
            if (set.lists.none(i)) continue;
            const auto& body = set.particles.get<IndexColumn>("body");
            set.lists.of(i).for_each_pack([&](const ListedPack& b) {
                const Pack r = b.distance();
                const Pack share = b.carried * W(r);
                const Pack slope = b.carried * W.slope_over_r(r);
                for (Index lane = 0; lane < b.rows->count(); ++lane) {
                    const auto k = static_cast<std::size_t>(lane);
                    BodyShare& one = of(body[b.rows->base() + b.rows->offsets()[lane]], first);
                    one.share += share[k];
                    one.slope += slope[k] * Vec3(b.difference.x[k], b.difference.y[k], b.difference.z[k]);
                }
            });
        }
        if (shares.size() == first) return;
        particles.push_back(i);
        ends.push_back(shares.size());
    }
};

void BodyShares::find(const SphLiquid& liquid, bool walls) {
    const ProfileScope scope("bodies around particles");
    std::vector<Chunk> chunks(static_cast<std::size_t>((liquid.size() + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("bodies around particles", liquid.size(), kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i)
                            if (walls || near_body(liquid, i))
                                chunks[static_cast<std::size_t>(chunk)].look_around(liquid, i);
                    });
    particles_.clear();
    first_.assign(1, 0);
    shares_.clear();
    for (const Chunk& chunk : chunks) {
        const std::size_t before = shares_.size();
        particles_.insert(particles_.end(), chunk.particles.begin(), chunk.particles.end());
        for (const std::size_t end : chunk.ends) first_.push_back(before + end);
        shares_.insert(shares_.end(), chunk.shares.begin(), chunk.shares.end());
    }
}

}  // namespace lamella
