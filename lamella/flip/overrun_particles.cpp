#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/eulerian/solid_slide.hpp>
#include <lamella/flip/overrun_particles.hpp>

#include <algorithm>
#include <numeric>

namespace lamella {
namespace {

constexpr Real kStep = 0.2f;     // of the least distance, over which slopes are taken
constexpr Real kShallow = 2.5f;  // of it, how deep a particle has to be: less is left to the contacts of the next step
constexpr int kTurns = 4;        // between a body, its neighbours and walls
constexpr double kReach = 9;     // cells from the middle of a tile: its corners, and how far bodies are off

Vec3 slope_of(const Body& body, const BodyState& now, Real step, const Vec3& x) {
    Vec3 slope;
    for (int a = 0; a < 3; ++a)
        slope[a] = body.distance(now, x + step * Vec3::Unit(a)) - body.distance(now, x - step * Vec3::Unit(a));
    return unit_or_zero(slope);
}

// Which bodies are near which tile.
class NearBodies {
public:
    NearBodies(const SolidGrid& solids, const BodyStates& now) : cell_(solids.cell()), tiles_(&solids.tiles()) {
        const std::vector<std::size_t> thin = solids.thin_walls().bodies();
        std::vector<Index> moved = solids.answering_bodies();
        std::erase_if(moved, [&](Index b) { return std::ranges::count(thin, static_cast<std::size_t>(b)) > 0; });
        of_tiles_.resize(static_cast<std::size_t>(tiles_->count()));
        parallel_for("tiles at bodies", tiles_->count(), [&](Index t) {
            const Vec3d middle = cell_ * (tiles_->first_cell(t).cast<double>().array() + 0.5 * kTileWidth);
            for (const Index b : moved) {
                const auto body = static_cast<std::size_t>(b);
                if (solids.bodies()[body].distance(now.of[body], middle.cast<Real>()) < kReach * cell_)
                    of_tiles_[static_cast<std::size_t>(t)].push_back(body);
            }
        });
    }
    // Particles one after the other are mostly in one tile.
    class Finder {
    public:
        explicit Finder(const NearBodies& all) : all_(all) {}
        std::span<const std::size_t> at(const Vec3& x) {
            const Vec3i tile =
                (x.cast<double>() / (kTileWidth * all_.cell_)).array().floor().matrix().cast<Index>().eval();
            if (tile != tile_) {
                tile_ = tile;
                const Index t = all_.tiles_->find(tile);
                found_ = t < 0 ? std::span<const std::size_t>() : all_.of_tiles_[static_cast<std::size_t>(t)];
            }
            return found_;
        }

    private:
        const NearBodies& all_;
        Vec3i tile_ = Vec3i::Constant(-kTileReach);
        std::span<const std::size_t> found_;
    };

private:
    double cell_;
    const TileSet* tiles_;
    std::vector<std::vector<std::size_t>> of_tiles_;
};

bool put_before(const SolidGrid& solids, const BodyStates& now, std::span<const std::size_t> near, Real least, Vec3& x,
                Vec3& v) {
    bool moved = false;
    for (int turn = 0; turn < kTurns; ++turn) {
        bool inside = false;
        for (const std::size_t b : near) {
            const Body& body = solids.bodies()[b];
            const Real d = body.distance(now.of[b], x);
            if (d >= -kShallow * least) continue;
            const Vec3 n = slope_of(body, now.of[b], kStep * least, x);
            const Vec3 own = Body::velocity(now.of[b], x);
            x += (least - d) * n;
            v -= std::min((v - own).dot(n), 0.0f) * n;
            inside = true;
        }
        if (!inside) break;
        put_before_walls(solids.walls(), least, x, v);
        moved = true;
    }
    return moved;
}

}  // namespace

Index put_before_bodies(const SolidGrid& solids, const BodyStates& now, Real least, ParticleSet& particles) {
    if (solids.answering_bodies().empty()) return 0;
    const ProfileScope scope("overrun particles");
    const NearBodies bodies(solids, now);
    Vec3Column& x = particles.positions();
    auto& v = particles.get<Vec3Column>("v");
    std::vector<Index> moved(static_cast<std::size_t>((particles.size() + kParallelChunk - 1) / kParallelChunk));
    parallel_chunks("overrun particles", particles.size(), kParallelChunk,
                    [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
                        NearBodies::Finder near(bodies);
                        for (auto i = static_cast<Index>(begin); i < static_cast<Index>(end); ++i) {
                            Vec3 place = x[i], velocity = v[i];
                            if (!put_before(solids, now, near.at(place), least, place, velocity)) continue;
                            x.set(i, place);
                            v.set(i, velocity);
                            ++moved[static_cast<std::size_t>(chunk)];
                        }
                    });
    return std::reduce(moved.begin(), moved.end());
}

}  // namespace lamella
