#include <lamella/core/symmetric_eigen.hpp>
#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/covariance.hpp>
#include <lamella/particles/gathered_mass.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>
#include <lamella/particles/surface_cells.hpp>

#include <algorithm>
#include <iterator>

namespace lamella {
namespace {

constexpr Real kRadius = 4.0f;          // a2, in spacings
constexpr Real kLatticeSum = 107.750f;  // of W over a cubic lattice
constexpr Real kMostShift = 1.4f;       // of means, in spacings: 1.36 at the rim of a sheet, more at corners
constexpr Index kFewestNeighbours = 5;
constexpr double kFlat = 0.85;  // s3 / s2 of surroundings that have a normal
constexpr double kRound = 0.6;  // s3 / s2 of threads; at the rims of sheets of three layers it is 0.46

std::vector<Index> cells_with(const NeighbourGrid& grid, std::span<const std::uint8_t> chosen) {
    std::vector<Index> cells;
    for (Index c = 0; c < grid.cell_count(); ++c) {
        const auto [begin, end] = grid.particles_of(c);
        if (std::find(chosen.begin() + begin, chosen.begin() + end, 1) != chosen.begin() + end) cells.push_back(c);
    }
    return cells;
}

// Eqs 8 to 10 for one particle.
struct Flatness {
    Real stretch = 1.0f;
    Real breadth = 1.0f;
    Vec3 normal = Vec3::Zero();
};
Flatness flatness_at(const CellNeighbourhood& near, const Vec3& x, Real radius) {
    Flatness result;
    const NeighbourMoments m = moments_about_mean(near, x, radius);  // (8), (9)
    if (m.count < kFewestNeighbours) return result;
    const SymmetricEigen e = symmetric_eigen(m.covariance);  // (10)
    if (!(e.values[0] > 0.0)) return result;
    result.stretch = static_cast<Real>(std::max(e.values[2], 0.0) / e.values[0]);
    if (e.values[2] > kRound * e.values[1]) result.breadth = static_cast<Real>(e.values[1] / e.values[0]);
    if (e.values[2] < kFlat * e.values[1]) result.normal = e.vectors.col(2).cast<Real>();
    return result;
}

// Eq. 2 for the particles of these cells.
void fill_cells(const NeighbourGrid& grid, Real spacing, const std::vector<Index>& cells, ParticleSet& particles) {
    auto& filling = particles.get<ScalarColumn>("filling");
    const Vec3Column& x = particles.positions();
    const MassShares mass(particles);
    const Real radius = kRadius * spacing;
    const QuadraticWeight w(radius);
    const auto all = [](Index) { return true; };
    for_each_neighbourhood("filling", grid, x, cells, radius, all, [&](Index cell, const CellNeighbourhood& near) {
        const GatheredMass m(near, mass);
        const auto [begin, end] = grid.particles_of(cell);
        for (Index i = begin; i < end; ++i) {
            const auto term = [&](const NeighbourPack& j) { return m[j] * w(j); };
            filling[i] = sum_over(near.around(x[i], radius), term) / kLatticeSum;  // (2)
        }
    });
}

// Eqs 8 to 10 for the chosen particles.
void measure_flatness(const NeighbourGrid& grid, Real spacing, std::span<const std::uint8_t> chosen,
                      ParticleSet& particles) {
    auto& stretch = particles.get<ScalarColumn>("stretch");
    auto& breadth = particles.get<ScalarColumn>("breadth");
    auto& normal = particles.get<Vec3Column>("normal");
    const Vec3Column& x = particles.positions();
    const auto is_chosen = [&](Index i) { return chosen[i] != 0; };
    const Real radius = kRadius * spacing;
    for_each_neighbourhood("stretch", grid, x, cells_with(grid, chosen), radius + kMostShift * spacing, is_chosen,
                           [&](Index cell, const CellNeighbourhood& near) {
                               const auto [begin, end] = grid.particles_of(cell);
                               for (Index i = begin; i < end; ++i) {
                                   if (!chosen[i]) continue;
                                   const Flatness flatness = flatness_at(near, x[i], radius);
                                   stretch[i] = flatness.stretch;
                                   breadth[i] = flatness.breadth;
                                   normal.set(i, flatness.normal);
                               }
                           });
}

}  // namespace

void measure_filling(const NeighbourGrid& grid, Real spacing, ParticleSet& particles) {
    std::ranges::fill(particles.add<ScalarColumn>("filling").span(), 1.0f);
    fill_cells(grid, spacing, cells_at_surfaces(grid, MassShares(particles), spacing), particles);
}

void measure_density(const NeighbourGrid& grid, Real spacing, Real rest_density, ParticleSet& particles) {
    measure_filling(grid, spacing, particles);
    const auto& filling = particles.get<ScalarColumn>("filling");
    auto& density = particles.add<ScalarColumn>("density");
    parallel_for("density", particles.size(), [&](Index i) { density[i] = rest_density * filling[i]; });
}

void measure_sheets(const NeighbourGrid& grid, Real spacing, const SheetWindow& window,
                    std::span<const std::uint8_t> near_solid, ParticleSet& particles) {
    measure_filling(grid, spacing, particles);
    auto& stretch = particles.add<ScalarColumn>("stretch");
    auto& breadth = particles.add<ScalarColumn>("breadth");
    auto& normal = particles.add<Vec3Column>("normal");
    const auto& filling = particles.get<ScalarColumn>("filling");
    std::vector<std::uint8_t> chosen(static_cast<std::size_t>(particles.size()));
    parallel_for("choose", particles.size(), [&](Index i) {
        chosen[i] = window.contains(filling[i]) && (near_solid.empty() || !near_solid[i]) ? 1 : 0;
        stretch[i] = breadth[i] = 1.0f;
        normal.set(i, Vec3::Zero());
    });
    measure_flatness(grid, spacing, chosen, particles);
}

// A particle's measures depend on positions within its radius and that of the shift of its mean, and on the masses of
// the parents of what was inserted there.
void measure_sheets_again(const NeighbourGrid& grid, Real spacing, const SheetWindow& window,
                          std::span<const Index> inserted, ParticleSet& particles) {
    constexpr Real kReach = kRadius + kMostShift + kSheetCell;  // spacings; parents are within 1.75 of a child
    auto& filling = particles.get<ScalarColumn>("filling");
    auto& stretch = particles.get<ScalarColumn>("stretch");
    auto& breadth = particles.get<ScalarColumn>("breadth");
    auto& normal = particles.get<Vec3Column>("normal");
    const Vec3Column& x = particles.positions();
    std::vector<std::uint8_t> chosen(static_cast<std::size_t>(x.size()));
    for (const Index i : inserted)
        grid.for_each_range_in_box(Box3{x[i], x[i]}.padded(kReach * spacing), [&](ParticleRange range) {
            std::fill(chosen.begin() + range.begin, chosen.begin() + range.end, std::uint8_t{1});
        });
    parallel_for("choose", x.size(), [&](Index i) {
        if (chosen[i]) filling[i] = 1.0f;
    });
    std::vector<Index> cells;
    std::ranges::set_intersection(cells_at_surfaces(grid, MassShares(particles), spacing), cells_with(grid, chosen),
                                  std::back_inserter(cells));
    fill_cells(grid, spacing, cells, particles);
    parallel_for("choose", x.size(), [&](Index i) {
        if (!chosen[i]) return;
        chosen[i] = window.contains(filling[i]) ? 1 : 0;
        stretch[i] = breadth[i] = 1.0f;
        normal.set(i, Vec3::Zero());
    });
    measure_flatness(grid, spacing, chosen, particles);
}

}  // namespace lamella
