#include <lamella/core/parallel.hpp>
#include <lamella/flip/transfer.hpp>
#include <lamella/particles/mass_units.hpp>

#include <memory>

namespace lamella {
namespace {

constexpr Index kReach = 2;  // cells around particles in which faces are wanted
constexpr Real kParticlesPerCell = 8.0f;
constexpr std::array kAffineColumns{"affine_x", "affine_y", "affine_z"};

struct Sum {
    float weight = 0.0f;
    float momentum = 0.0f;

    Sum& operator+=(const Sum& other) {
        weight += other.weight;
        momentum += other.momentum;
        return *this;
    }
};

// What the particles of one tile give to its nodes and to those one cell around it.
struct TileSums {
    std::array<RimmedTile<Sum, 1>, 3> faces;
    RimmedTile<float, 1> mass;  // at cell centres
};
using AllTileSums = std::vector<std::unique_ptr<TileSums>>;  // none where a tile has no particles

// The velocity component of a particle at a node.
struct ConstantVelocity {
    const Vec3Column& v;

    Real operator()(Index i, int axis, const Vec3&) const { return v.component(axis).data()[i]; }
};
struct AffineVelocity {
    const Vec3Column& v;
    std::array<const Vec3Column*, 3> rows;
    Real cell;

    Real operator()(Index i, int axis, const Vec3& o) const {
        return v.component(axis).data()[i] - cell * (*rows[static_cast<std::size_t>(axis)])[i].dot(o);
    }
};

// Where the component along an axis is taken, and the mass.
Vec3 place_of(const Vec3& at, int) { return at; }
Vec3 place_of(const GridPlace& at, int axis) { return at.of(axis); }
Vec3 middle_of(const Vec3& at) { return at; }
Vec3 middle_of(const GridPlace& at) { return at.along; }

template <class Weight, class Velocity, class Place>
void scatter(const Weight& weight, const Velocity& velocity, Index i, Real mass, const Place& at, TileSums& sums) {
    for (int a = 0; a < 3; ++a)
        for_each_corner(node_place<1>(place_of(at, a) - face_offset(a)), [&](const Vec3i& node, const Vec3& o) {
            const Real w = mass * weight(o);
            Sum& sum = sums.faces[static_cast<std::size_t>(a)].at(node.x(), node.y(), node.z());
            sum.weight += w;
            sum.momentum += w * velocity(i, a, o);
        });
    for_each_corner(node_place<1>(middle_of(at) - Vec3::Constant(0.5f)), [&](const Vec3i& node, const Vec3& o) {
        sums.mass.at(node.x(), node.y(), node.z()) += mass * TrilinearWeight{}(o);
    });
}

// A tile's nodes with what its neighbours' particles gave to them, in a fixed order.
template <class T>
std::array<T, kTileCells> total(const TilesAround& around, const AllTileSums& sums,
                                const std::function<const RimmedTile<T, 1>&(const TileSums&)>& part) {
    std::array<T, kTileCells> result{};
    for_each_offset([&](Index ox, Index oy, Index oz) {
        const Index t = around[static_cast<std::size_t>(around_index(ox, oy, oz))];
        if (t < 0 || !sums[static_cast<std::size_t>(t)]) return;
        const RimmedTile<T, 1>& from = part(*sums[static_cast<std::size_t>(t)]);
        const auto first = [](Index o) { return o > 0 ? kTileWidth - 1 : 0; };
        const auto last = [](Index o) { return o < 0 ? 0 : kTileWidth - 1; };
        for (Index z = first(oz); z <= last(oz); ++z)
            for (Index y = first(oy); y <= last(oy); ++y)
                for (Index x = first(ox); x <= last(ox); ++x)
                    result[static_cast<std::size_t>(cell_in_tile(x, y, z))] +=
                        from.at(x - kTileWidth * ox, y - kTileWidth * oy, z - kTileWidth * oz);
    });
    return result;
}

void write_tile(const ParticleTiles& tiles, const AllTileSums& sums, Index t, GridSamples& samples) {
    const TilesAround& around = tiles.around[static_cast<std::size_t>(t)];
    for (std::size_t a = 0; a < 3; ++a) {
        const auto faces = total<Sum>(around, sums, [a](const TileSums& s) -> const auto& { return s.faces[a]; });
        for (std::size_t c = 0; c < kTileCells; ++c) {
            const bool known = faces[c].weight > 0.0f;
            samples.velocity[a].tile(t)[c] = known ? faces[c].momentum / faces[c].weight : 0.0f;
            samples.known[a].tile(t)[c] = known ? 1 : 0;
        }
    }
    const auto mass = total<float>(around, sums, [](const TileSums& s) -> const auto& { return s.mass; });
    for (std::size_t c = 0; c < kTileCells; ++c) samples.fullness.tile(t)[c] = mass[c] / kParticlesPerCell;
}

template <class Weight, class Velocity>
void gather_samples(const Weight& weight, const Velocity& velocity, const ParticleTiles& tiles,
                    const ParticleSet& particles, GridSamples& samples) {
    const MassShares mass(particles);
    const Vec3Column& x = particles.positions();
    AllTileSums sums(static_cast<std::size_t>(tiles.tiles.count()));
    parallel_for(
        "particles to grid", tiles.tiles.count(),
        [&](Index t) {
            if (tiles.particles.empty(t)) return;
            auto& own = sums[static_cast<std::size_t>(t)] = std::make_unique<TileSums>();
            tiles.particles.for_each(t, [&](Index i) {
                if (tiles.sides.stand(i) != ParticleSides::Stand::where_it_is)
                    scatter(weight, velocity, i, mass(i), tiles.sides.place(i), *own);
                else
                    scatter(weight, velocity, i, mass(i), tiles.in_tile(t, x[i]), *own);
            });
        },
        kTileChunk);
    parallel_for(
        "sums of tiles", tiles.tiles.count(), [&](Index t) { write_tile(tiles, sums, t, samples); }, kTileChunk);
}

Vec3 sample(const RimmedFaces<1>& faces, const Vec3& at) { return faces(at); }
Vec3 sample(const RimmedFaces<1>& faces, const GridPlace& at) { return interpolate(faces, at); }

// u_i <- s (u_i + du) + (1 - s) u
template <class Place>
void blend(Real share, const RimmedFaces<1>& change, const Vec3& pic, Index i, const Place& at, Vec3Column& v) {
    v.set(i, share > 0.0f ? Vec3(share * (v[i] + sample(change, at)) + (1.0f - share) * pic) : pic);
}

template <class Place>
void take_affine(const VelocitySampler& velocity, Index i, const Place& at, Real cell, ParticleSet& particles) {
    for (int a = 0; a < 3; ++a) {
        const auto place = node_place<2>(place_of(at, a) - face_offset(a));
        const auto& component = velocity.near().components[static_cast<std::size_t>(a)];
        particles.get<Vec3Column>(kAffineColumns[static_cast<std::size_t>(a)])
            .set(i, interpolated_gradient(component, place) / cell);
    }
}

}  // namespace

ParticleTiles::ParticleTiles(const NeighbourGrid& cells, double cell_width)
    : cell(cell_width),
      tiles(tiles_near_particles(cells, kReach)),
      around(tiles.surroundings()),
      particles(cells, tiles) {}

void add_columns(const TransferMethod& method, ParticleSet& particles) {
    if (!is_affine(method)) return;
    for (const char* name : kAffineColumns) particles.add<Vec3Column>(name);
}

void to_grid(const TransferMethod& method, const ParticleTiles& tiles, const ParticleSet& particles,
             GridSamples& samples) {
    assign(samples.velocity, tiles.tiles, 0.0f);
    for (auto& known : samples.known) known.assign(tiles.tiles, 0);
    samples.fullness.assign(tiles.tiles, 0.0f);
    const auto& v = particles.get<Vec3Column>("v");
    std::visit(
        [&]<class Method>(const Method&) {
            const typename Method::Weight weight;
            if constexpr (Method::affine) {
                const auto row = [&](std::size_t a) { return &particles.get<Vec3Column>(kAffineColumns[a]); };
                const AffineVelocity velocity{v, {row(0), row(1), row(2)}, static_cast<Real>(tiles.cell)};
                gather_samples(weight, velocity, tiles, particles, samples);
            } else {
                gather_samples(weight, ConstantVelocity{v}, tiles, particles, samples);
            }
        },
        method);
}

Vec3 VelocitySampler::far(const Vec3& at) const {
    return interpolate_faces(tiles_.tiles, tiles_.tiles.first_cell(tile_), field_, at);
}

void to_particles(const FromGrid& grid, ParticleSet& particles, MoveParticle move) {
    const ParticleTiles& tiles = grid.tiles;
    auto& v = particles.get<Vec3Column>("v");
    const Vec3Column& x = particles.positions();
    const Real cell = static_cast<Real>(tiles.cell);
    const bool affine = is_affine(grid.method);
    const Real share = std::visit([](const auto& m) { return m.share(); }, grid.method);
    parallel_chunks("grid to particles", tiles.tiles.count(), kTileChunk,
                    [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        VelocitySampler velocity(tiles, grid.velocity);
                        RimmedFaces<1> change;
                        for (auto t = static_cast<Index>(begin); t < static_cast<Index>(end); ++t) {
                            if (tiles.particles.empty(t)) continue;
                            velocity.enter(t);
                            change.gather(grid.change, tiles.around[static_cast<std::size_t>(t)]);
                            tiles.particles.for_each(t, [&](Index i) {
                                const Vec3 at = tiles.in_tile(t, x[i]);
                                const auto take = [&](const auto& place, const Vec3& pic) {
                                    blend(share, change, pic, i, place, v);
                                    if (affine) take_affine(velocity, i, place, cell, particles);
                                    move(i, at, velocity);
                                };
                                if (tiles.sides.stand(i) == ParticleSides::Stand::where_it_is)
                                    return take(at, velocity(at));
                                const GridPlace place = tiles.sides.place(i);
                                velocity.hold(interpolate(velocity.near(), place));
                                take(place, velocity(at));
                                velocity.hold({});
                            });
                        }
                    });
}

}  // namespace lamella
