#include <lamella/core/parallel.hpp>
#include <lamella/grid/tricubic.hpp>
#include <lamella/grid/trilinear.hpp>
#include <lamella/surface/level_set/level_set_field.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lamella {
namespace {

constexpr Index kWidth = SparseGrid::kWidth;
constexpr double kDropMargin = 2.0;  // cells around a drop in which its ball is sampled
constexpr double kDropReach = 2.5;   // radii as far as a drop is blended with others

// The nodes of the distance from `low` to `high`, of which one box after another is looked at.
class NodeBox {
public:
    void gather(const SparseGrid& grid, const Vec3i& low, const Vec3i& high) {
        low_ = low;
        size_ = high - low + Vec3i::Ones();
        values_.resize(static_cast<std::size_t>(size_.prod()));
        for (Index z = low.z(); z <= high.z(); ++z)
            for (Index y = low.y(); y <= high.y(); ++y)
                for (Index x = low.x(); x <= high.x();) {
                    const Index end = std::min(high.x() + 1, kWidth * ((x >> 3) + 1));
                    const Index b = grid.find(tile_of_cell({x, y, z}));
                    for (; x < end; ++x)
                        at(x, y, z) = b < 0
                                          ? grid.background()
                                          : grid.values(b)[static_cast<std::size_t>(cell_in_tile(x & 7, y & 7, z & 7))];
                }
    }
    float& at(Index x, Index y, Index z) {
        return values_[static_cast<std::size_t>(x - low_.x() +
                                                size_.x() * (y - low_.y() + size_.y() * (z - low_.z())))];
    }
    const std::vector<float>& values() const { return values_; }

private:
    Vec3i low_, size_;
    std::vector<float> values_;
};

// The nodes that cubics read anywhere in a block of another grid with its origin at zero.
void gather_around(const SparseGrid& distance, const Vec3i& block, double cell, NodeBox& box) {
    const Vec3d first = cell * kWidth * block.cast<double>();
    const auto node = [&](const Vec3d& x) -> Vec3i {
        return ((x - distance.origin()) / distance.cell()).array().floor().matrix().cast<Index>();
    };
    box.gather(distance, node(first) - Vec3i::Ones(),
               node(first + Vec3d::Constant(cell * (kWidth - 1))) + Vec3i::Constant(2));
}

NodePlace place_in(const SparseGrid& distance, const Vec3d& x) {
    const Vec3d at = (x - distance.origin()) / distance.cell();
    const Vec3d base = at.array().floor();
    return {base.cast<Index>(), (at - base).cast<Real>()};
}

constexpr Real kCap = 0.03f;  // cells: how far a round surface may reach beyond the nodes around

// Cubics leap beyond nodes at kinks, and would find liquid where two level sets were united.
template <class Value>
double limited_cubic(const NodePlace& place, double cell, Value&& value) {
    Real least = std::numeric_limits<Real>::max(), most = std::numeric_limits<Real>::lowest();
    for (Index c = 0; c < 8; ++c) {
        const Real corner = value(place.base.x() + (c & 1), place.base.y() + (c >> 1 & 1), place.base.z() + (c >> 2));
        least = std::min(least, corner);
        most = std::max(most, corner);
    }
    const Real cap = kCap * static_cast<Real>(cell);
    return double{std::clamp(tricubic(place.base, place.fraction, value), least - cap, most + cap)};
}

std::vector<Vec3i> sorted_blocks(std::vector<std::uint64_t> keys) {
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    std::vector<Vec3i> blocks(keys.size());
    std::ranges::transform(keys, blocks.begin(), tile_of_key);
    return blocks;
}

// Calls f(block) for the blocks of a grid with its origin at zero that hold a point between two.
template <class F>
void for_each_block(const Vec3d& low, const Vec3d& high, double cell, F&& f) {
    const double width = cell * kWidth;
    const Vec3i first = (low / width).array().floor().matrix().cast<Index>();
    const Vec3i last = (high / width).array().floor().matrix().cast<Index>();
    for (Index x = first.x(); x <= last.x(); ++x)
        for (Index y = first.y(); y <= last.y(); ++y)
            for (Index z = first.z(); z <= last.z(); ++z) f(Vec3i(x, y, z));
}

}  // namespace

LevelSetField::LevelSetField(SparseGrid distance, const ParticleSet& particles, Real spacing)
    : distance_(std::move(distance)), spacing_(spacing) {
    const auto* radii = particles.find<ScalarColumn>("pscale");
    for (Index i = 0; i < particles.size(); ++i) {
        const Vec3d x = particles.positions()[i].cast<double>();
        Real phi = 0.0f;
        for_each_corner(place_in(distance_, x), [&](const Vec3i& node, const Vec3& o) {
            phi += (Vec3::Ones() - o.cwiseAbs()).prod() * distance_.value(node);
        });
        if (phi >= 0.0f) drops_.push_back({x, radii ? (*radii)[i] : 0.5 * spacing});
    }
    near_drops_ = drops_in_blocks(spacing_);
}

double LevelSetField::drop_volume() const {
    double volume = 0.0;
    for (const Drop& drop : drops_) volume += 4.0 / 3.0 * std::numbers::pi * std::pow(drop.radius, 3.0);
    return volume;
}

std::vector<LevelSetField::BlockDrop> LevelSetField::drops_in_blocks(double cell) const {
    std::vector<BlockDrop> result;
    for (std::size_t i = 0; i < drops_.size(); ++i) {
        const double radius = drops_[i].radius;
        const Vec3d reach = Vec3d::Constant(std::max(radius + kDropMargin * cell, kDropReach * radius));
        for_each_block(drops_[i].centre - reach, drops_[i].centre + reach, cell, [&](const Vec3i& block) {
            result.push_back({tile_key(block), i});
        });
    }
    std::ranges::stable_sort(result, {}, &BlockDrop::key);
    return result;
}

// Stored blocks where the surface is or a drop, constant ones inside, none outside.
SparseGrid LevelSetField::blocks(double cell, const std::vector<BlockDrop>& drops) const {
    struct Found {
        std::vector<std::uint64_t> near, inside;
    };
    std::vector<Found> found(static_cast<std::size_t>(distance_.block_count()));
    parallel_for(
        "blocks of the level set", distance_.block_count(),
        [&](Index b) {
            const auto values = distance_.stored(b) ? distance_.values(b) : std::span<const float>();
            if (!values.empty() && std::ranges::min(values) >= distance_.background()) return;
            const Vec3i first = kWidth * distance_.block(b);
            Found& here = found[static_cast<std::size_t>(b)];
            NodeBox box;
            for_each_block(distance_.node_position(first - Vec3i::Ones()),
                           distance_.node_position(first + Vec3i::Constant(kWidth)), cell, [&](const Vec3i& block) {
                               gather_around(distance_, block, cell, box);
                               const auto [least, most] = std::ranges::minmax(box.values());
                               if (least > 0.0f) return;
                               (most < 0.0f ? here.inside : here.near).push_back(tile_key(block));
                           });
        },
        kTileChunk);
    std::vector<std::uint64_t> near, inside;
    for (const Found& part : found) {
        near.insert(near.end(), part.near.begin(), part.near.end());
        inside.insert(inside.end(), part.inside.begin(), part.inside.end());
    }
    for (const BlockDrop& drop : drops) near.push_back(drop.key);
    const auto deep = static_cast<float>(distance_.background() / spacing_);
    SparseGrid grid(Vec3d::Zero(), cell, -deep, sorted_blocks(std::move(near)));
    grid.add_constant_blocks(sorted_blocks(std::move(inside)), deep);
    return grid;
}

template <class DropAt>
double LevelSetField::depth_in_drops(const Vec3d& x, std::size_t count, DropAt&& drop) {
    double deepest = std::numeric_limits<double>::lowest(), weights = 0.0, radius = 0.0;
    Vec3d centre = Vec3d::Zero();
    for (std::size_t k = 0; k < count; ++k) {
        const Drop& own = drop(k);
        const double square = (x - own.centre).squaredNorm(), reach = kDropReach * own.radius;
        deepest = std::max(deepest, own.radius - std::sqrt(square));
        const double share = 1.0 - square / (reach * reach);
        if (share <= 0.0) continue;
        const double weight = share * share * share;
        weights += weight;
        radius += weight * own.radius;
        centre += weight * own.centre;
    }
    if (weights > 0.0) deepest = std::max(deepest, radius / weights - (x - centre / weights).norm());
    return deepest;
}

SparseGrid LevelSetField::sample(double cell) const {
    const std::vector<BlockDrop> drops = drops_in_blocks(cell);
    SparseGrid grid = blocks(cell, drops);
    parallel_for(
        "sample level set", grid.block_count(),
        [&](Index b) {
            if (!grid.stored(b)) return;
            const Vec3i block = grid.block(b);
            NodeBox box;
            gather_around(distance_, block, cell, box);
            const auto here = std::ranges::equal_range(drops, tile_key(block), {}, &BlockDrop::key);
            const auto values = grid.values(b);
            for (Index c = 0; c < SparseGrid::kNodes; ++c) {
                const Vec3d x = grid.node_position(kWidth * block + coordinates_in_tile(c));
                const double level = limited_cubic(place_in(distance_, x), distance_.cell(),
                                                   [&](Index i, Index j, Index k) { return box.at(i, j, k); });
                const double drop = depth_in_drops(x, here.size(), [&](std::size_t k) { return drops_[here[k].drop]; });
                values[static_cast<std::size_t>(c)] = static_cast<float>(std::max(-level, drop) / spacing_);
            }
        },
        kTileChunk);
    return grid;
}

double LevelSetField::value(const Vec3d& point) const {
    const double level = limited_cubic(place_in(distance_, point), distance_.cell(), [&](Index i, Index j, Index k) {
        return distance_.value({i, j, k});
    });
    const Vec3i block = (point / (spacing_ * kWidth)).array().floor().matrix().cast<Index>();
    const auto here = std::ranges::equal_range(near_drops_, tile_key(block), {}, &BlockDrop::key);
    const double drop = depth_in_drops(point, here.size(), [&](std::size_t k) { return drops_[here[k].drop]; });
    return std::max(-level, drop) / spacing_;
}

// The gradient by central differences.
std::vector<FieldSample> LevelSetField::samples(std::span<const Vec3> points) const {
    const double step = 0.01 * spacing_;
    std::vector<FieldSample> result(points.size());
    parallel_for("field samples", static_cast<Index>(points.size()), [&](Index i) {
        const Vec3d p = points[static_cast<std::size_t>(i)].cast<double>();
        FieldSample& s = result[static_cast<std::size_t>(i)];
        s.value = static_cast<Real>(value(p));
        for (int a = 0; a < 3; ++a) {
            const Vec3d aside = step * Vec3d::Unit(a);
            s.gradient[a] = static_cast<Real>((value(p + aside) - value(p - aside)) / 0.02);
        }
    });
    return result;
}

}  // namespace lamella
