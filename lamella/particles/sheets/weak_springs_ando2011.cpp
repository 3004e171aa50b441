#include <lamella/core/overloaded.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/sheets/sharp_mean_ando2011.hpp>
#include <lamella/particles/sheets/weak_springs_ando2011.hpp>

#include <numeric>

namespace lamella {
namespace {

constexpr Real kFarthest = 0.25f;                      // that a particle moves, in spacings
constexpr Real kThread = 0.8f;                         // the breadth of threads 7 spacings across
constexpr Real kSamePlace = 1e-6f;                     // spacings: closer particles have no direction
constexpr std::uint64_t kDirections = 0x5072696e6773;  // the stream of random directions

// A direction that is a function of both ids and turns around when they are exchanged.
Vec3 parting(Index id, Index other) {
    const auto low = static_cast<std::uint64_t>(std::min(id, other));
    const auto high = static_cast<std::uint64_t>(std::max(id, other));
    Vec3 v = random_in_cube(kDirections, low, high);
    v = v.squaredNorm() > 1e-6f ? Vec3(v.normalized()) : Vec3::UnitX();
    return id < other ? v : Vec3(-v);
}

// Where the springs of one method move a particle.
class Springs {
public:
    Springs(Real stiffness, Real spacing, const IndexColumn& id, const Vec3Column* normals,
            const ScalarColumn* breadths)
        : k_(stiffness), d_(spacing), id_(id), normals_(normals), breadths_(breadths) {}

    Vec3 displacement(const CellNeighbourhood& near, const Vec3& x, Index i) const {
        if (breadths_ && (*breadths_)[i] < kThread) return Vec3::Zero();
        Vec3 move = k_ * d_ * pushes(near, x, i);  // (7)
        if (normals_) {
            const Vec3 n = (*normals_)[i];
            move -= n.dot(move) * n;  // (7')
        }
        const Real length = move.norm();
        return length > kFarthest * d_ ? Vec3(kFarthest * d_ / length * move) : move;
    }

private:
    // The sum of eq. 7. Particles at one place have no direction: a random one parts them.
    Vec3 pushes(const CellNeighbourhood& near, const Vec3& x, Index i) const {
        const Real per_d = 1.0f / d_;
        const Real closest = kSamePlace * d_;
        const auto [sum, here] = sum_over(near.around(x, d_), [&](const NeighbourPack& j) {
            const Pack r = larger(j.distance(), closest);
            const Pack w = (1.0f - (r * per_d) * (r * per_d)) / r;
            return Terms{w * j.difference, select(j.distance_squared < closest * closest, Pack(1.0f), Pack(0.0f))};
        });
        return here > 1.0f ? Vec3(sum + partings(near, x, i)) : sum;  // one is the particle itself
    }
    Vec3 partings(const CellNeighbourhood& near, const Vec3& x, Index i) const {
        Vec3 sum = Vec3::Zero();
        for_each_row(near, near.around(x, kSamePlace * d_), [&](Index j) {
            if (j != i) sum += parting(id_[i], id_[j]);
        });
        return sum;
    }

    Real k_;
    Real d_;
    const IndexColumn& id_;
    const Vec3Column* normals_;
    const ScalarColumn* breadths_;
};

void move_particles(const Springs& springs, const NeighbourGrid& grid, Real spacing, ParticleSet& particles) {
    const Vec3Column& x = particles.positions();
    const Vec3Column& v = particles.get<Vec3Column>("v");
    const MassShares mass(particles);
    Vec3Column new_x = x;
    Vec3Column new_v = v;
    std::vector<Index> cells(static_cast<std::size_t>(grid.cell_count()));
    std::iota(cells.begin(), cells.end(), 0);
    const auto all = [](Index) { return true; };
    for_each_neighbourhood("weak springs", grid, x, cells, (1.0f + kFarthest) * spacing, all,
                           [&](Index cell, const CellNeighbourhood& near) {
                               const GatheredMass m(near, mass);
                               const Vec3Column u = near.gathered(v);
                               const auto [begin, end] = grid.particles_of(cell);
                               for (Index i = begin; i < end; ++i) {
                                   const Vec3 move = springs.displacement(near, x[i], i);
                                   if (move.isZero(0.0f)) continue;
                                   const Vec3 place = x[i] + move;
                                   // The particle itself was within a quarter of a spacing: somebody is near.
                                   new_v.set(i, sharp_mean(near, place, spacing, u, m).velocity());
                                   new_x.set(i, grid.box().wrapped(place));
                               }
                           });
    particles.positions() = std::move(new_x);
    particles.get<Vec3Column>("v") = std::move(new_v);
}

}  // namespace

void apply_springs(const WeakSpringMethod& method, const NeighbourGrid& grid, Real spacing, double dt,
                   ParticleSet& particles) {
    const auto& id = particles.get<IndexColumn>("id");
    std::visit(Overloaded{[](const NoSprings&) {},
                          [&](const TangentialSprings& p) {
                              const auto& normal = particles.get<Vec3Column>("normal");
                              const auto& breadth = particles.get<ScalarColumn>("breadth");
                              move_particles({p.stiffness, spacing, id, &normal, &breadth}, grid, spacing, particles);
                          },
                          [&](const PrintedSprings& p) {
                              const auto k = static_cast<Real>(p.stiffness * dt);
                              move_particles({k, spacing, id, nullptr, nullptr}, grid, spacing, particles);
                          }},
               method);
}

}  // namespace lamella
