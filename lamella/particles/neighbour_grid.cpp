#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/particles/neighbour_grid.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace lamella {
namespace {

// Cells are a little wider than the radius: rounding of a float distance must not reach a second cell.
constexpr double kCellMargin = 1.0 + 1e-5;

// A key of as few bits as the bounds allow, in the same order as CellKey.
class CompactKey {
public:
    CompactKey(const Vec3i& min, const Vec3i& max) : min_(min) {
        const auto extent = [&](int a) { return static_cast<std::uint64_t>(max[a] - min[a] + 1); };
        row_ = extent(0);
        slice_ = row_ * extent(1);
        limit_ = slice_ * extent(2);
    }
    std::uint64_t operator()(const Vec3i& c) const {
        const Vec3i d = c - min_;
        return static_cast<std::uint64_t>(d.z()) * slice_ + static_cast<std::uint64_t>(d.y()) * row_ +
               static_cast<std::uint64_t>(d.x());
    }
    std::uint64_t limit() const { return limit_; }

private:
    Vec3i min_;
    std::uint64_t row_;
    std::uint64_t slice_;
    std::uint64_t limit_;
};

// The first index of every run of equal keys, and the end.
template <class Key>
std::vector<Index> run_begins(const std::vector<Key>& keys) {
    const auto n = static_cast<std::ptrdiff_t>(keys.size());
    const auto starts_run = [&](std::ptrdiff_t i) {
        const auto at = static_cast<std::size_t>(i);
        return i == 0 || keys[at] != keys[at - 1];
    };
    std::vector<Index> places(static_cast<std::size_t>((n + kParallelChunk - 1) / kParallelChunk) + 1, 0);
    parallel_chunks("count cells", n, kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        Index count = 0;
                        for (auto i = begin; i < end; ++i) count += starts_run(i) ? 1 : 0;
                        places[chunk + 1] = count;
                    });
    for (std::size_t c = 1; c < places.size(); ++c) places[c] += places[c - 1];
    std::vector<Index> begins(static_cast<std::size_t>(places.back()) + 1, static_cast<Index>(n));
    parallel_chunks("fill cells", n, kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        auto place = static_cast<std::size_t>(places[chunk]);
                        for (auto i = begin; i < end; ++i)
                            if (starts_run(i)) begins[place++] = static_cast<Index>(i);
                    });
    return begins;
}

// Orders the particles of one cell by position, then id.
class PositionOrder {
public:
    explicit PositionOrder(const ParticleSet& particles)
        : x_(particles.positions()), id_(particles.find<IndexColumn>("id")) {}

    void sort(std::span<Index> rows) const {
        if (rows.size() > kSmall || !sorted_by_first_axis(rows))
            std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return before(a, b); });
    }

private:
    static constexpr std::size_t kSmall = 32;

    // The usual case: few particles, no two with the same x. False when two are alike.
    bool sorted_by_first_axis(std::span<Index> rows) const {
        std::array<std::pair<Real, Index>, kSmall> sorted;
        bool alike = false;
        for (std::size_t n = 0; n < rows.size(); ++n) {
            const std::pair<Real, Index> one{x_.component(0).data()[rows[n]], rows[n]};
            std::size_t at = n;
            for (; at > 0 && one.first < sorted[at - 1].first; --at) sorted[at] = sorted[at - 1];
            alike |= at > 0 && one.first == sorted[at - 1].first;
            sorted[at] = one;
        }
        for (std::size_t n = 0; n < rows.size(); ++n) rows[n] = sorted[n].second;
        return !alike;
    }
    bool before(Index a, Index b) const {
        for (int c = 0; c < 3; ++c) {
            const Real pa = x_.component(c).data()[a];
            const Real pb = x_.component(c).data()[b];
            if (pa != pb) return pa < pb;
        }
        return id_ ? (*id_)[a] < (*id_)[b] : a < b;
    }

    const Vec3Column& x_;
    const IndexColumn* id_;
};

}  // namespace

NeighbourGrid::NeighbourGrid(Real radius, const PeriodicBox& box)
    : radius_(radius), box_(box), cells_per_metre_(Vec3d::Constant(1.0 / (radius * kCellMargin))) {
    for (int a = 0; a < 3; ++a) {
        if (!box.axes[a]) continue;
        const auto count = static_cast<Index>(box.period[a] * cells_per_metre_[a]);
        if (count < 3) throw InputError("a period must be longer than 3 supports");
        wrap_count_[a] = count;
        cells_per_metre_[a] = count / static_cast<double>(box.period[a]);
        origin_[a] = box.min[a];
    }
}

NeighbourGrid NeighbourGrid::with_cells(double width, const PeriodicBox& box) {
    NeighbourGrid grid(static_cast<Real>(width / kCellMargin));
    grid.cells_per_metre_ = Vec3d::Constant(1.0 / width);
    grid.box_ = box;
    for (int a = 0; a < 3; ++a)
        if (box.axes[a]) grid.wrap_count_[a] = static_cast<Index>(std::lround(box.period[a] / width));
    return grid;
}

Vec3i NeighbourGrid::cell_at(const Vec3& p) const {
    Vec3i c;
    for (int a = 0; a < 3; ++a) {
        const double at = std::floor((static_cast<double>(p[a]) - origin_[a]) * cells_per_metre_[a]);
        if (!(std::abs(at) <= CellKey::kReach)) throw RunError("a particle position is not finite or too far away");
        const Index count = wrap_count_[a];
        c[a] = count > 0 ? std::clamp(static_cast<Index>(at), 0, count - 1) : static_cast<Index>(at);
    }
    return c;
}

void NeighbourGrid::build(ParticleSet& particles) {
    const ProfileScope scope("cell order");
    if (particles.size() == 0) {
        keys_.clear();
        cell_of_.clear();
        begins_.assign(1, 0);
        return;
    }
    const Box3 box = bounds(particles.positions());
    const Vec3i min = cell_at(box.min);
    const Vec3i max = cell_at(box.max);
    if (CompactKey(min, max).limit() <= (std::uint64_t{1} << 32)) {
        sort(particles, min, max, narrow_);
        particles.reorder(narrow_.order);
    } else {
        SortBuffers<std::uint64_t> wide;
        sort(particles, min, max, wide);
        particles.reorder(wide.order);
    }
    const Vec3Column& x = particles.positions();
    keys_.resize(begins_.size() - 1);
    parallel_for("cell keys", cell_count(), [&](Index c) { keys_[c] = CellKey(cell_at(x[particles_of(c).begin])); });
}

// Fills begins_ and cell_of_, and buffers.order with the order that brings the particles into their cells.
template <class Key>
void NeighbourGrid::sort(const ParticleSet& particles, const Vec3i& min, const Vec3i& max, SortBuffers<Key>& buffers) {
    const CompactKey compact(min, max);
    const Vec3Column& x = particles.positions();
    buffers.resize(x.size());
    parallel_for("compact keys", x.size(), [&](Index i) {
        buffers.keys[i] = static_cast<Key>(compact(cell_at(x[i])));
        buffers.order[i] = i;
    });
    radix_sort(buffers, compact.limit());
    begins_ = run_begins(buffers.keys);
    cell_of_.resize(buffers.order.size());
    const PositionOrder by_position(particles);
    parallel_for("order in cells", static_cast<Index>(begins_.size()) - 1, [&](Index c) {
        const auto [begin, end] = particles_of(c);
        by_position.sort({buffers.order.data() + begin, buffers.order.data() + end});
        std::fill(cell_of_.begin() + begin, cell_of_.begin() + end, c);
    });
}

Index NeighbourGrid::first_cell_from(CellKey key, Index hint) const {
    // Gallop from the hint until [low, high] brackets the answer, then bisect.
    Index low = std::clamp(hint, 0, cell_count());
    Index high = low;
    for (Index step = 1; low > 0 && key <= this->key(low - 1); step *= 2) low = std::max(low - step, 0);
    for (Index step = 1; high < cell_count() && this->key(high) < key; step *= 2) {
        low = high + 1;
        high = std::min(high + step, cell_count());
    }
    const auto found = std::lower_bound(keys_.begin() + low, keys_.begin() + high, key);
    return static_cast<Index>(found - keys_.begin());
}

void NeighbourGrid::for_each_range_in_box(const Box3& box, FunctionRef<void(ParticleRange)> f) const {
    if (cell_count() == 0 || box.empty()) return;
    const Vec3i low = cell_at(box.min);
    const Vec3i high = cell_at(box.max);
    Index cell = 0;
    for (Index z = low.z(); z <= high.z(); ++z)
        for (Index y = low.y(); y <= high.y(); ++y) {
            cell = first_cell_from(CellKey(Vec3i(low.x(), y, z)), cell);
            const Index end = first_cell_from(CellKey(Vec3i(high.x() + 1, y, z)), cell);
            if (end > cell) f({begins_[cell], begins_[end]});
            cell = end;
        }
}

std::size_t NeighbourGrid::memory_bytes() const {
    return narrow_.memory_bytes() + keys_.capacity() * sizeof(CellKey) +
           (begins_.capacity() + cell_of_.capacity()) * sizeof(Index);
}

}  // namespace lamella
