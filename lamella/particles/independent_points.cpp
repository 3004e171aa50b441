#include <lamella/core/parallel.hpp>
#include <lamella/particles/independent_points.hpp>
#include <lamella/particles/neighbours.hpp>

#include <algorithm>
#include <bit>

namespace lamella {
namespace {

constexpr int kMostRounds = 32;  // 6 are usual; the rest is then taken one by one

enum class Fate : std::uint8_t { undecided, taken, left_out };

// The points in the order of their cells; `id` is their rank.
class Contest {
public:
    Contest(std::span<const Vec3> points, Real distance, const PeriodicBox& box)
        : points_(particles_from_points(points)), grid_(distance, box) {
        grid_.build(points_);
        neighbours_.find(grid_, points_.positions());
        fates_.assign(points.size(), Fate::undecided);
        for (Index row = 0; row < points_.size(); ++row) undecided_.push_back(row);
    }

    bool over() const { return undecided_.empty(); }

    void play_round() {
        std::vector<Fate> next(undecided_.size(), Fate::undecided);
        const auto decide = [&](Fate fate, auto&& rule) {
            parallel_for("independent points", static_cast<Index>(undecided_.size()), [&](Index k) {
                if (next[k] == Fate::undecided && rule(undecided_[k])) next[k] = fate;
            });
            for (std::size_t k = 0; k < next.size(); ++k) fates_[undecided_[k]] = next[k];
        };
        decide(Fate::taken, [&](Index row) { return !any_near(row, [&](Index j) { return beats(j, row); }); });
        decide(Fate::left_out, [&](Index row) { return near_taken(row); });
        std::erase_if(undecided_, [&](Index row) { return fates_[row] != Fate::undecided; });
    }

    void take_one_by_one() {
        std::ranges::sort(undecided_, {}, [&](Index row) { return rank(row); });
        for (const Index row : undecided_) fates_[row] = near_taken(row) ? Fate::left_out : Fate::taken;
        undecided_.clear();
    }

    std::vector<Index> taken() const {
        std::vector<Index> ranks;
        for (Index row = 0; row < points_.size(); ++row)
            if (fates_[row] == Fate::taken) ranks.push_back(rank(row));
        std::ranges::sort(ranks);
        return ranks;
    }

private:
    Index rank(Index row) const { return points_.get<IndexColumn>("id")[row]; }
    bool beats(Index j, Index row) const { return fates_[j] == Fate::undecided && rank(j) < rank(row); }
    bool near_taken(Index row) const {
        return any_near(row, [&](Index j) { return fates_[j] == Fate::taken; });
    }

    template <class F>
    [[gnu::flatten]] bool any_near(Index row, F&& f) const {
        bool found = false;
        neighbours_.of(row).for_each_pack([&](const NeighbourPack& j) {
            for (unsigned lanes = found ? 0u : lane_bits(j.inside); lanes != 0 && !found; lanes &= lanes - 1)
                found = f(j.first + std::countr_zero(lanes));
        });
        return found;
    }

    ParticleSet points_;
    NeighbourGrid grid_;
    Neighbours neighbours_;
    std::vector<Fate> fates_;
    std::vector<Index> undecided_;  // rows
};

}  // namespace

std::vector<Index> independent_points(std::span<const Vec3> points, Real distance, const PeriodicBox& box) {
    if (points.empty()) return {};
    Contest contest(points, distance, box);
    for (int round = 0; round < kMostRounds && !contest.over(); ++round) contest.play_round();
    contest.take_one_by_one();
    return contest.taken();
}

}  // namespace lamella
