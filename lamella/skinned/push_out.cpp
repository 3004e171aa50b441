#include <lamella/core/parallel.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/push_out.hpp>

#include <queue>
#include <unordered_map>

namespace lamella {
namespace {

using Key = std::pair<Real, Index>;  // the distance of a cell, and its number

class Pusher {
public:
    Pusher(const MeshStep& step, WaterCells& water) : step_(step), water_(water) {}

    PushedWater run() {
        find_overfull();
        smear();
        while (!queue_.empty()) {
            const Index cell = queue_.top().second;
            queue_.pop();
            if (!queue_.empty() && queue_.top().second == cell) continue;
            visit(cell);
        }
        water_.renew_wet(std::move(touched_));
        return std::move(result_);
    }

private:
    Key key(Index cell) const { return {step_.mesh.distance(cell), cell}; }
    std::int64_t capacity(Index cell) {
        const auto [at, is_new] = capacities_.try_emplace(cell, 0);
        if (is_new) at->second = capacity_of(step_, cell);
        return at->second;
    }
    std::int64_t excess(Index cell) { return water_.amounts[cell].volume - capacity(cell); }

    void find_overfull() {
        std::vector<std::uint8_t> over(water_.wet.size());
        parallel_for("overfull cells", static_cast<Index>(over.size()), [&](Index k) {
            const Index cell = water_.wet[k];
            const std::int64_t room = capacity_of(step_, cell);
            over[k] = room > 0 && water_.amounts[cell].volume > room ? 1 : 0;
        });
        for (std::size_t k = 0; k < over.size(); ++k)
            if (over[k] != 0) overfull_.push_back(water_.wet[k]);
        result_.overfull = static_cast<Index>(overfull_.size());
    }

    // All at once: of what each had before.
    void smear() {
        std::vector<std::pair<Index, WaterAmount>> gifts;
        for (const Index cell : overfull_) {
            std::vector<Index> to;
            for (const Index next : step_.mesh.neighbours[cell])
                if (next >= 0 && capacity(next) > 0) to.push_back(next);
            hand(cell, excess(cell), to, gifts);
        }
        for (const auto& [cell, gift] : gifts) receive(cell, gift);
        for (const Index cell : overfull_)
            if (excess(cell) > 0) queue_.push(key(cell));
    }

    // Takes a volume from a cell, with its share of the momentum, and divides it evenly.
    void hand(Index cell, std::int64_t volume, std::span<const Index> to,
              std::vector<std::pair<Index, WaterAmount>>& gifts) {
        if (to.empty() || volume <= 0) return;
        WaterAmount& from = water_.amounts[cell];
        WaterAmount gift = from.of_volume(volume), given;
        from -= gift;
        const auto count = static_cast<std::int64_t>(to.size());
        for (std::int64_t k = 0; k < count; ++k) {
            const WaterAmount up_to_here = gift.first_shares(k + 1, count);
            gifts.emplace_back(to[static_cast<std::size_t>(k)], up_to_here - given);
            given = up_to_here;
        }
    }

    void receive(Index cell, const WaterAmount& gift) {
        const bool was_over = excess(cell) > 0;
        water_.amounts[cell] += gift;
        touched_.push_back(cell);
        if (!was_over && excess(cell) > 0) queue_.push(key(cell));
    }

    void visit(Index cell) {
        fill_room(cell);
        if (excess(cell) <= 0) return;
        std::vector<Index> later;
        for (const Index next : step_.mesh.neighbours[cell])
            if (next >= 0 && capacity(next) > 0 && key(cell) < key(next)) later.push_back(next);
        std::vector<std::pair<Index, WaterAmount>> gifts;
        hand(cell, excess(cell), later, gifts);
        for (const auto& [to, gift] : gifts) receive(to, gift);
        if (excess(cell) > 0) let_out(cell);
    }

    // Neighbours with room get as much as fits; those that are full first leave more to the others.
    void fill_room(Index cell) {
        constexpr int kRounds = 3;
        for (int round = 0; round < kRounds && excess(cell) > 0; ++round) {
            std::vector<Index> with_room;
            for (const Index next : step_.mesh.neighbours[cell])
                if (next >= 0 && excess(next) < 0) with_room.push_back(next);
            const auto count = static_cast<std::int64_t>(with_room.size());
            if (count == 0) return;
            const std::int64_t each = (excess(cell) + count - 1) / count;
            for (const Index next : with_room) {
                std::vector<std::pair<Index, WaterAmount>> gift;
                hand(cell, std::min({each, -excess(next), excess(cell)}), std::array{next}, gift);
                for (const auto& [to, amount] : gift) receive(to, amount);
            }
        }
    }

    void let_out(Index cell) {
        const Vec4i& behind = step_.mesh.neighbours[cell];
        for (int face = 0; face < 4; ++face) {
            if (behind[face] >= 0) continue;
            WaterAmount& from = water_.amounts[cell];
            const WaterAmount drop = from.of_volume(excess(cell));
            from -= drop;
            // Half as far behind the face as the middle is before it.
            Vec4 outside = Vec4::Constant(0.375f);
            outside[face] = -0.125f;
            result_.leaving.push_back({point_in(step_.mesh.tets[cell], step_.after, outside), drop});
            return;
        }
        ++result_.held;
    }

    const MeshStep& step_;
    WaterCells& water_;
    PushedWater result_;
    std::vector<Index> overfull_, touched_;
    std::unordered_map<Index, std::int64_t> capacities_;
    std::priority_queue<Key, std::vector<Key>, std::greater<>> queue_;
};

}  // namespace

PushedWater push_out(const MeshStep& step, WaterCells& water) { return Pusher(step, water).run(); }

}  // namespace lamella
