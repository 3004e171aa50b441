#include <lamella/core/parallel.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/drops.hpp>

namespace lamella {
namespace {

// From inside the skin out of it, by neighbours that are farther out.
Index climb_out(const SkinnedTets& mesh, Index cell) {
    while (mesh.solid(cell)) {
        Index best = -1;
        for (const Index next : mesh.neighbours[cell])
            if (next >= 0 && mesh.distance(next) > mesh.distance(best >= 0 ? best : cell)) best = next;
        if (best < 0) return -1;
        cell = best;
    }
    return cell;
}

Real distance_at(const SkinnedTets& mesh, std::span<const Vec3> x, Index cell, const Vec3& p) {
    const Vec4i& t = mesh.tets[cell];
    const Vec4 b = TetFrame::of(t, x).coordinates(p);
    Real sum = 0.0f;
    for (int k = 0; k < 4; ++k) sum += b[k] * mesh.node_distances[t[k]];
    return sum;
}

}  // namespace

Index Drops::landing(const MeshStep& step, const TetLocator& locator, const WaterCells& water, const Vec3& from,
                     const Vec3& to) {
    const SkinnedTets& mesh = step.mesh;
    const double places = std::ceil((to - from).cast<double>().norm() / (kPathStep * mesh.cell));
    const Index count = std::clamp(static_cast<Index>(std::min(places, 1e6)), Index{1}, kMostPlaces);
    Index last = -1;
    for (Index k = 0; k <= count; ++k) {
        const Vec3 p = from + static_cast<Real>(k) / static_cast<Real>(count) * (to - from);
        const std::optional<Index> at = locator.find(p);
        if (!at) {
            last = -1;
            continue;
        }
        if (mesh.solid(*at)) return last >= 0 ? last : climb_out(mesh, *at);
        const std::int64_t room = capacity_of(step, *at);
        if (room == 0) continue;
        if (static_cast<double>(water.amounts[*at].volume) > kWetFill * static_cast<double>(room)) return *at;
        if (mesh.pore(*at) < 1.0f || distance_at(mesh, step.after, *at, p) < kTouch * mesh.cell) return *at;
        last = *at;
    }
    return -1;
}

void Drops::fly(const MeshStep& step, const TetLocator& locator, const Vec3& gravity, WaterCells& water) {
    const auto dt = static_cast<Real>(step.dt);
    std::vector<Index> cells(list.size());
    parallel_for(
        "drops", static_cast<Index>(list.size()),
        [&](Index k) {
            Drop& drop = list[k];
            drop.amount.accelerate((gravity * dt).cast<double>());
            const Vec3 to = drop.position + drop.amount.velocity() * dt;
            cells[k] = landing(step, locator, water, drop.position, to);
            drop.position = to;
        },
        64);
    std::vector<Index> added;
    std::vector<Drop> left;
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (cells[k] < 0) {
            left.push_back(list[k]);
            continue;
        }
        water.amounts[cells[k]] += list[k].amount;
        added.push_back(cells[k]);
    }
    list = std::move(left);
    water.renew_wet(std::move(added));
}

WaterAmount Drops::total() const {
    WaterAmount sum;
    for (const Drop& drop : list) sum += drop.amount;
    return sum;
}

}  // namespace lamella
