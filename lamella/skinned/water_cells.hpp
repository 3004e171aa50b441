// Water in the cells of a mesh: volumes and momenta in whole units, so that what is handed from one to another is
// neither made nor lost, in any order.
#pragma once

#include <lamella/skinned/skinned_tets.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace lamella {

// Of a full cell at rest.
inline constexpr std::int64_t kFullCell = std::int64_t{1} << 24;
// m/s: a momentum is a volume times a velocity, in units of both.
inline constexpr double kVelocityUnit = 0x1p-20;

struct WaterAmount {
    std::int64_t volume = 0;
    std::array<std::int64_t, 3> momentum{};

    WaterAmount& operator+=(const WaterAmount& other) {
        volume += other.volume;
        for (std::size_t a = 0; a < 3; ++a) momentum[a] += other.momentum[a];
        return *this;
    }
    WaterAmount& operator-=(const WaterAmount& other) {
        volume -= other.volume;
        for (std::size_t a = 0; a < 3; ++a) momentum[a] -= other.momentum[a];
        return *this;
    }
    friend WaterAmount operator-(WaterAmount a, const WaterAmount& b) { return a -= b; }
    bool operator==(const WaterAmount&) const = default;

    Vec3 velocity() const {
        const double per = kVelocityUnit / static_cast<double>(std::max<std::int64_t>(volume, 1));
        return Vec3d(per * static_cast<double>(momentum[0]), per * static_cast<double>(momentum[1]),
                     per * static_cast<double>(momentum[2]))
            .cast<Real>();
    }
    void accelerate(const Vec3d& change) {
        for (std::size_t a = 0; a < 3; ++a)
            momentum[a] += std::llround(static_cast<double>(volume) * change[static_cast<Index>(a)] / kVelocityUnit);
    }
    static WaterAmount of(std::int64_t volume, const Vec3& velocity) {
        WaterAmount amount{volume, {}};
        amount.accelerate(velocity.cast<double>());
        return amount;
    }

    std::array<std::int64_t, 4> row() const { return {volume, momentum[0], momentum[1], momentum[2]}; }
    static WaterAmount of_row(const std::array<std::int64_t, 4>& row) { return {row[0], {row[1], row[2], row[3]}}; }

    // What the first `part` of `all` shares get together; the difference of two is what is between them. Rounded down,
    // so that the shares of any division add up to the whole; the rounding of a product of doubles only moves whole
    // units from one share to the next.
    WaterAmount first_shares(std::int64_t part, std::int64_t all) const {
        if (part >= all) return *this;
        const double share = static_cast<double>(part) / static_cast<double>(all);
        const auto of = [&](std::int64_t whole) {
            return static_cast<std::int64_t>(static_cast<double>(whole) * share);
        };
        return {of(volume), {of(momentum[0]), of(momentum[1]), of(momentum[2])}};
    }

    // That volume of it, with its share of the momentum.
    WaterAmount of_volume(std::int64_t part) const {
        WaterAmount amount = first_shares(part, volume);
        amount.volume = std::min(part, volume);
        return amount;
    }
};

// Whole numbers may be added in any order.
inline void add_shared(WaterAmount& to, const WaterAmount& amount) {
    const auto add = [](std::int64_t& at, std::int64_t value) {
        std::atomic_ref(at).fetch_add(value, std::memory_order_relaxed);
    };
    add(to.volume, amount.volume);
    for (std::size_t a = 0; a < 3; ++a) add(to.momentum[a], amount.momentum[a]);
}

struct WaterCells {
    std::vector<WaterAmount> amounts;  // of all cells
    std::vector<Index> wet;            // cells that have some, ascending

    explicit WaterCells(Index cells = 0) : amounts(static_cast<std::size_t>(cells)) {}
    WaterAmount total() const {
        WaterAmount sum;
        for (const Index cell : wet) sum += amounts[cell];
        return sum;
    }
    // Drops dry cells of the list and adds those that are wet now.
    void renew_wet(std::vector<Index> added) {
        wet.insert(wet.end(), added.begin(), added.end());
        std::sort(wet.begin(), wet.end());
        wet.erase(std::unique(wet.begin(), wet.end()), wet.end());
        std::erase_if(wet, [&](Index cell) { return amounts[cell].volume == 0; });
    }
};

// Of one of the eight parts of a cell that has the volume, in units; 0 for a cell that is too flat.
inline std::int64_t part_capacity(const SkinnedTets& mesh, Index cell, double volume) {
    if (volume <= kDegenerateShare * mesh.rest_volume()) return 0;
    const double room = volume * static_cast<double>(mesh.pore(cell));
    return std::llround(room / mesh.rest_volume() * static_cast<double>(kFullCell) / 8.0);
}

}  // namespace lamella
