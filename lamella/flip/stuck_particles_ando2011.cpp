#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/core/random.hpp>
#include <lamella/flip/stuck_particles_ando2011.hpp>

#include <bit>

namespace lamella {
namespace {

constexpr Real kSparse = 0.2f;                 // a14, in rest densities
constexpr Real kDeep = 0.9f;                   // filling
constexpr Real kMostOpen = 0.5f;               // share of a cell that counts as solid
constexpr Real kBeside = 0.5f;                 // spacings along each axis from the deep particle
constexpr std::uint64_t kPlaces = 0x7374756b;  // the stream of random places

std::vector<Index> rows_where(Index size, auto&& holds) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(size));
    parallel_for("stuck particles", size, [&](Index i) { marks[static_cast<std::size_t>(i)] = holds(i) ? 1 : 0; });
    std::vector<Index> rows;
    for (Index i = 0; i < size; ++i)
        if (marks[static_cast<std::size_t>(i)]) rows.push_back(i);
    return rows;
}

// The velocities of a row, and whatever other vectors a transfer keeps.
void copy_vectors(Index from, Index to, ParticleSet& particles) {
    for (auto& [name, any] : particles.columns())
        if (auto* column = std::get_if<Vec3Column>(&any)) column->set(to, column->value(from));
}

}  // namespace

std::vector<Index> stuck_particles(const ParticleTiles& tiles, const SolidGrid& solids, const Vec3& gravity,
                                   const ParticleSet& particles) {
    const auto& filling = particles.get<ScalarColumn>("filling");
    const Vec3Column& x = particles.positions();
    if (gravity.isZero(0.0f)) return {};
    Index axis = 0;
    gravity.cwiseAbs().maxCoeff(&axis);
    const Vec3i down = gravity[axis] > 0.0f ? Vec3i::Unit(axis) : Vec3i(-Vec3i::Unit(axis));
    const auto solid = [&](const Vec3i& cell) {
        return solids.open_volume().at(tiles.tiles, cell, 1.0f) < kMostOpen;  // what no tile holds is open
    };
    const auto behind_wall = [&](const Vec3i& cell) {
        const Vec3d middle = tiles.cell * (cell.cast<double>() + Vec3d::Constant(0.5));
        return solids.walls().distance(middle.cast<Real>()) < 0.0f;
    };
    return rows_where(particles.size(), [&](Index i) {
        if (filling[i] >= kSparse) return false;
        const Vec3i cell = (x[i].cast<double>() / tiles.cell).array().floor().cast<Index>();
        return solid(cell - down) || (solid(cell + down) && !behind_wall(cell + down));
    });
}

Index reposition_stuck_particles(const ParticleTiles& tiles, const SolidGrid& solids, const Vec3& gravity, Real spacing,
                                 double time, ParticleSet& particles) {
    const ProfileScope scope("stuck particles");
    const std::vector<Index> stuck = stuck_particles(tiles, solids, gravity, particles);
    const auto& filling = particles.get<ScalarColumn>("filling");
    const std::vector<Index> deep =
        stuck.empty() ? stuck : rows_where(particles.size(), [&](Index i) { return filling[i] >= kDeep; });
    if (deep.empty()) return 0;
    const auto& id = particles.get<IndexColumn>("id");
    const auto now = std::bit_cast<std::uint64_t>(time);
    for (const Index i : stuck) {
        const auto counter = static_cast<std::uint64_t>(id[i]);
        const Index beside = deep[random_bits(kPlaces, now, counter) % deep.size()];
        copy_vectors(beside, i, particles);
        particles.positions().set(
            i, particles.positions()[beside] + kBeside * spacing * random_in_cube(kPlaces, now + 1, counter));
    }
    return static_cast<Index>(stuck.size());
}

}  // namespace lamella
