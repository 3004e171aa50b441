#include <lamella/core/parallel.hpp>
#include <lamella/skinned/film_thickness.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Long edges from the skin between which a film is looked for.
constexpr Real kBelow = 2.0f, kAbove = FilmThickness::kFilmReach + 1.5f;
constexpr int kMeans = 3;
constexpr Real kLeast = 0.01f;  // long edges: what is thinner is dry
constexpr Real kDive = 8.0f;    // how steeply the surface dives below the skin where it is
// Straight lines lie above a convex function: on the average over a cell of the lattice by that share of what the
// neighbours of a node are above it (for a quadratic one, of which a cell sees 1/24 a^2 and an edge 5/36 a^2 times its
// Laplacian).
constexpr Real kChord = 0.3f;

struct NodeSums {
    std::vector<Real> amounts, rooms, counts;

    explicit NodeSums(std::size_t nodes) : amounts(nodes), rooms(nodes), counts(nodes) {}
};

}  // namespace

FilmThickness::FilmThickness(const CarriedWater& water, std::span<const std::uint8_t> sunk)
    : water_(water), mesh_(water.mesh()), thickness_(mesh_.node_distances.size()), level_(thickness_.size()) {
    find_near();
    find_amounts(sunk);
    average();
    find_level();
}

void FilmThickness::find_near() {
    const auto a = static_cast<Real>(mesh_.cell);
    for (Index cell = 0; cell < mesh_.tet_count(); ++cell)
        if (const Real d = mesh_.distance(cell); d > -kBelow * a && d < kAbove * a) near_.push_back(cell);
}

void FilmThickness::find_amounts(std::span<const std::uint8_t> sunk) {
    amounts_.assign(near_.size(), 0.0f);
    rooms_.assign(near_.size(), 0.0f);
    parallel_for("films in cells", static_cast<Index>(near_.size()), [&](Index k) {
        const Index cell = near_[k];
        if (mesh_.solid(cell) || mesh_.distance(cell) > kFilmReach * static_cast<Real>(mesh_.cell)) return;
        if (!sunk.empty() && sunk[cell] != 0) return;
        const double room = static_cast<double>(water_.room(cell)) / double{kFullCell};
        const double volume = static_cast<double>(water_.water().amounts[cell].volume) / double{kFullCell};
        rooms_[k] = static_cast<Real>(room);
        amounts_[k] = static_cast<Real>(std::min(volume, room));
    });
}

// Means over the cells at a node, and over the nodes of a cell.
void FilmThickness::average() {
    for (int pass = 0;; ++pass) {
        NodeSums sums(thickness_.size());
        for (std::size_t k = 0; k < near_.size(); ++k)
            for (const Index node : mesh_.tets[near_[k]]) {
                sums.amounts[node] += amounts_[k];
                sums.rooms[node] += rooms_[k];
                sums.counts[node] += 1.0f;
            }
        if (pass == kMeans) {
            for (std::size_t n = 0; n < thickness_.size(); ++n)
                if (sums.rooms[n] > 0.0f)
                    thickness_[n] = kFilmReach * static_cast<Real>(mesh_.cell) * sums.amounts[n] / sums.rooms[n];
            return;
        }
        parallel_for("means of films", static_cast<Index>(near_.size()), [&](Index k) {
            amounts_[k] = rooms_[k] = 0.0f;
            for (const Index node : mesh_.tets[near_[k]]) {
                amounts_[k] += 0.25f * sums.amounts[node] / sums.counts[node];
                rooms_[k] += 0.25f * sums.rooms[node] / sums.counts[node];
            }
        });
    }
}

void FilmThickness::find_level() {
    const std::vector<Real>& d = mesh_.node_distances;
    const Real least = kLeast * static_cast<Real>(mesh_.cell);
    std::vector<Real> above(d.size()), counts(d.size());
    for (const Index cell : near_) {
        const Vec4i& t = mesh_.tets[cell];
        const Real sum = d[t[0]] + d[t[1]] + d[t[2]] + d[t[3]];
        for (const Index node : t) {
            above[node] += sum - 4.0f * d[node];
            counts[node] += 3.0f;
        }
        if (std::ranges::any_of(t, [&](Index node) { return thickness_[node] > least; })) cells_.push_back(cell);
    }
    for (std::size_t n = 0; n < d.size(); ++n)
        if (counts[n] > 0.0f)
            level_[n] =
                d[n] - kChord * above[n] / counts[n] - thickness_[n] + kDive * std::max(least - thickness_[n], 0.0f);
}

Vec3 FilmThickness::place(Index cell) const {
    const Vec4i& t = mesh_.tets[cell];
    Vec3 middle = middle_of(t, water_.positions());
    const Real d = mesh_.distance(cell);
    if (mesh_.solid(cell) || d > kFilmReach * static_cast<Real>(mesh_.cell)) return middle;
    const Real h = 0.25f * (thickness_[t[0]] + thickness_[t[1]] + thickness_[t[2]] + thickness_[t[3]]);
    const TetFrame frame = TetFrame::of(t, water_.positions());
    if (frame.flat || 0.5f * h >= d) return middle;
    const std::vector<Real>& at = mesh_.node_distances;
    const Vec3 slope = frame.gradient({at[t[0]], at[t[1]], at[t[2]], at[t[3]]});
    return middle - (d - 0.5f * h) / std::max(slope.squaredNorm(), 1e-12f) * slope;
}

}  // namespace lamella
