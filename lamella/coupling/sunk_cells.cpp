#include <lamella/core/parallel.hpp>
#include <lamella/coupling/sunk_cells.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella {
namespace {

constexpr double kLayersACell = 3.0;  // layers of cells in one long edge
constexpr Real kAside = 0.25f;        // cells of the sea before a solid
constexpr double kLeastLayers = 3.0, kMostLayers = 60.0;

Vec3 sea_velocity(const LevelSetSolver& sea, const Vec3& x) {
    return interpolate_faces(sea.level_set().tiles().tiles, Vec3i::Zero(), sea.velocity(),
                             (x.cast<double>() / sea.cell()).cast<Real>());
}

// Sunk cells beside open ones that are not.
std::vector<Index> shore(const MeshStep& step) {
    std::vector<std::uint8_t> found(step.sunk.size());
    parallel_for("shore", step.mesh.tet_count(), [&](Index cell) {
        if (!step.in_sea(cell)) return;
        for (const Index next : step.mesh.neighbours[cell])
            if (next >= 0 && !step.in_sea(next) && !step.mesh.solid(next)) found[cell] = 1;
    });
    std::vector<Index> cells;
    for (Index cell = 0; cell < step.mesh.tet_count(); ++cell)
        if (found[cell] != 0) cells.push_back(cell);
    return cells;
}

// How many layers behind the shore water comes from in the step.
int layers_behind(const MeshStep& step, const LevelSetSolver& sea, std::span<const Index> cells) {
    const double fastest = parallel_max(
        "fastest at the shore", static_cast<Index>(cells.size()),
        [&](Index k) {
            const Vec3 x = middle_of(step.mesh.tets[cells[k]], step.before);
            return static_cast<double>((sea_velocity(sea, x) - step.velocity(cells[k])).norm());
        },
        0.0);
    return static_cast<int>(
        std::min(kLeastLayers + std::ceil(kLayersACell * fastest * step.dt / step.mesh.cell), kMostLayers));
}

}  // namespace

OtherSolids::OtherSolids(const LiquidDomain& domain, std::span<const Body> bodies, double cell)
    : box_(domain.box), bodies_(bodies.begin() + 1, bodies.end()), aside_(kAside * static_cast<Real>(cell)) {
    constexpr Real kOpen = std::numeric_limits<Real>::infinity();
    for (std::size_t a = 0; a < 3; ++a) {
        if (domain.open[2 * a]) box_.min[static_cast<Index>(a)] = -kOpen;
        if (domain.open[2 * a + 1]) box_.max[static_cast<Index>(a)] = kOpen;
    }
}

std::optional<Vec3> OtherSolids::before(const Vec3& x, const BodyStates& now) const {
    std::optional<Vec3> found;
    if (!box_.contains(x))
        found = x.cwiseMax(box_.min + Vec3::Constant(aside_)).cwiseMin(box_.max - Vec3::Constant(aside_));
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Body& body = bodies_[b];
        const BodyState& state = now.of[b + 1];
        const Vec3 at = found.value_or(x);
        const Real d = body.distance(state, at);
        if (d >= 0.0f) continue;
        Vec3 slope;
        for (int a = 0; a < 3; ++a)
            slope[a] =
                body.distance(state, at + aside_ * Vec3::Unit(a)) - body.distance(state, at - aside_ * Vec3::Unit(a));
        found = at + (aside_ - d) * slope.stableNormalized();
    }
    return found;
}

SunkCells sunk_cells(const SkinnedTets& mesh, std::span<const Vec3> x, const LevelSetSolver& sea,
                     const OtherSolids& solids, const BodyStates& now) {
    std::vector<std::uint8_t> wet(x.size());
    SunkCells cells{std::vector<std::uint8_t>(mesh.tets.size()), std::vector<std::uint8_t>(mesh.tets.size())};
    parallel_for("nodes under water", static_cast<Index>(x.size()),
                 [&](Index n) { wet[n] = sea.level(x[n]) < 0.0f ? 1 : 0; });
    parallel_for("cells under water", mesh.tet_count(), [&](Index cell) {
        if (mesh.solid(cell)) return;
        const Vec4i& t = mesh.tets[cell];
        if (const std::optional<Vec3> before = solids.before(middle_of(t, x), now)) {
            cells.in_solid[cell] = 1;
            cells.sunk[cell] = sea.level(*before) < 0.0f ? 1 : 0;
        } else {
            cells.sunk[cell] = wet[t[0]] + wet[t[1]] + wet[t[2]] + wet[t[3]] == 4 ? 1 : 0;
        }
    });
    return cells;
}

std::vector<Index> lend_water(const MeshStep& step, const LevelSetSolver& sea, WaterCells& water) {
    std::vector<Index> cells = shore(step);
    if (cells.empty()) return cells;
    const int layers = layers_behind(step, sea, cells);
    std::vector<std::uint8_t> found(step.sunk.size());
    for (const Index cell : cells) found[cell] = 1;
    std::size_t begin = 0;
    for (int layer = 0; layer < layers; ++layer) {
        const std::size_t end = cells.size();
        for (; begin < end; ++begin)
            for (const Index next : step.mesh.neighbours[cells[begin]])
                if (next >= 0 && step.in_sea(next) && found[next] == 0) {
                    found[next] = 1;
                    cells.push_back(next);
                }
    }
    parallel_for("lent water", static_cast<Index>(cells.size()), [&](Index k) {
        const Vec4i& t = step.mesh.tets[cells[k]];
        const std::int64_t volume =
            step.mesh.open_count(cells[k]) * part_capacity(step.mesh, cells[k], TetFrame::of(t, step.before).volume);
        water.amounts[cells[k]] = WaterAmount::of(volume, sea_velocity(sea, middle_of(t, step.before)));
    });
    std::ranges::sort(cells);
    water.renew_wet(cells);
    return cells;
}

}  // namespace lamella
