#include <lamella/core/parallel.hpp>
#include <lamella/eulerian/multigrid_mcadams2010.hpp>
#include <lamella/eulerian/tile_smoother.hpp>
#include <lamella/linear/vector_sums.hpp>

namespace lamella {
namespace {

constexpr int kRed = 0, kBlack = 1;
constexpr int kSweeps = 2;               // a tile and visit; 1 and 3 take as long to the solution
constexpr std::size_t kMostLevels = 32;  // more than the axes of a tile set have bits

// The sum of f(t) over the given tiles: in a fixed order within a tile, which is never cut, and exact over tiles.
template <class F>
double sum_of_tiles(const char* label, std::span<const Index> tiles, F&& f) {
    return sum_of_chunks(label, static_cast<std::ptrdiff_t>(tiles.size()), kTileChunk,
                         [&](std::ptrdiff_t begin, std::ptrdiff_t end, ExactSum& sum) {
                             for (auto i = begin; i < end; ++i) sum.add(f(tiles[i]));
                         });
}
template <class F>
void for_each_tile(const char* label, std::span<const Index> tiles, F&& f) {
    parallel_for(
        label, static_cast<Index>(tiles.size()), [&](Index i) { f(tiles[i]); }, kTileChunk);
}

// What is left of f in tile t, added up over the children of coarse cells.
void restrict_residual(const PoissonSystem& system, Index t, const float* f, const FaceRimmedTile<float>& u,
                       float* octant) {
    alignas(64) std::array<float, kTileCells> r;
    system.with_stencil(t, [&](const auto& stencil) {
        for_each_row<Pack>([&](Index i, Index j, Index k, Index cell) {
            (load_pack(f + cell) - apply_row<Pack>(stencil, i, j, k, u.row(j, k)))
                .copy_to(&r[cell], simd::element_aligned);
        });
    });
    add_up_children(r.data(), octant);
}

double product(const FaceRimmedTile<float>& u, const float* f) {
    Pack sum = 0.0f;
    for_each_row<Pack>([&](Index, Index j, Index k, Index cell) {
        sum = multiply_add(load_pack(u.row(j, k)), load_pack(f + cell), sum);
    });
    return fold(sum);
}

}  // namespace

void MultigridMcAdams2010::build(const PoissonSystem& finest) {
    levels_.resize(kMostLevels);
    const PoissonSystem* system = &finest;
    if (const Vec3i period = coarsenable(finest.tiles().period()); period != finest.tiles().period()) {
        const TileSet tiles = finest.tiles().with_period(period);
        finest.copy_coefficients(scratch_);
        seamless_.assemble(tiles, scratch_);
        system = &seamless_;
    }
    for (levels_used_ = 1;; ++levels_used_) {
        Level& level = levels_[levels_used_ - 1];
        level.system = system;
        for (auto& tiles : level.tiles) tiles.clear();
        for (Index t = 0; t < system->tile_count(); ++t) level.tiles[system->tiles().tile(t).sum() & 1].push_back(t);
        if (levels_used_ > 1) {
            level.f.assign(system->size(), 0.0f);
            level.u.resize(system->size());
        }
        if (!system->coupled()) break;
        level.coarse.coarsen(*system, scratch_);
        system = &level.coarse.system;
    }
}

void MultigridMcAdams2010::smooth_and_restrict(const Equation& at) const {
    const PoissonSystem& system = *at.level.system;
    const auto smooth = [&](Index t, FaceRimmedTile<float>& u) {
        system.with_stencil(t, [&](const auto& stencil) {
            sweep_tile(stencil, kSweeps, SweepOrder::forward, at.f + first_of_tile(t), u);
        });
        u.copy_cells_to(at.u + first_of_tile(t));
    };
    const auto hand_down = [&](Index t, const FaceRimmedTile<float>& u) {
        if (!at.coarser) return;
        float* octant = octant_of(at.coarser->f.data(), at.level.coarse.parents[t]);
        restrict_residual(system, t, at.f + first_of_tile(t), u, octant);
    };
    for_each_tile("smooth red tiles", at.level.tiles[kRed], [&](Index t) {
        FaceRimmedTile<float> u;
        u.values.fill(0.0f);
        smooth(t, u);
    });
    for_each_tile("smooth black tiles", at.level.tiles[kBlack], [&](Index t) {
        FaceRimmedTile<float> u;
        u.values.fill(0.0f);
        u.gather_rim(at.u, system.neighbours(t));
        smooth(t, u);
        hand_down(t, u);
    });
    for_each_tile("restrict red tiles", at.level.tiles[kRed], [&](Index t) {
        FaceRimmedTile<float> u;
        u.gather(at.u, t, system.neighbours(t));
        hand_down(t, u);
    });
}

double MultigridMcAdams2010::correct_and_smooth(const Equation& at) const {
    const PoissonSystem& system = *at.level.system;
    const auto correction = [&](Index t) { return octant_of(at.coarser->u.data(), at.level.coarse.parents[t]); };
    const auto correct_rim = [&](Index t, FaceRimmedTile<float>& u) {
        for (int side = 0; side < 6; ++side)
            if (const Index n = system.neighbours(t)[side]; n >= 0) add_to_rim(correction(n), side, u);
    };
    double sum = 0.0;
    for (const int colour : {kBlack, kRed})
        sum += sum_of_tiles("correct and smooth", at.level.tiles[colour], [&](Index t) {
            FaceRimmedTile<float> u;
            u.gather(at.u, t, system.neighbours(t));
            add_to_children(correction(t), u);
            if (colour == kBlack) correct_rim(t, u);  // around red tiles it has been done
            const float* f = at.f + first_of_tile(t);
            system.with_stencil(t,
                                [&](const auto& stencil) { sweep_tile(stencil, kSweeps, SweepOrder::backward, f, u); });
            u.copy_cells_to(at.u + first_of_tile(t));
            return product(u, f);
        });
    return sum;
}

double MultigridMcAdams2010::cycle(std::size_t depth, const float* f, float* u) {
    const bool last = depth + 1 == levels_used_;
    const Equation at{levels_[depth], f, u, last ? nullptr : &levels_[depth + 1]};
    smooth_and_restrict(at);
    if (last) return dot<float>({f, at.level.system->size()}, {u, at.level.system->size()});
    cycle(depth + 1, at.coarser->f.data(), at.coarser->u.data());
    return correct_and_smooth(at);
}

double MultigridMcAdams2010::apply(std::span<const float> r, std::span<float> z) {
    return cycle(0, r.data(), z.data());
}

std::size_t MultigridMcAdams2010::memory_bytes() const {
    std::size_t bytes = 0;
    for (const Level& level : levels_)
        bytes += level.coarse.system.memory_bytes() + level.coarse.parents.capacity() * sizeof(ParentTile) +
                 (level.tiles[kRed].capacity() + level.tiles[kBlack].capacity()) * sizeof(Index) +
                 (level.f.capacity() + level.u.capacity()) * sizeof(float);
    bytes += seamless_.memory_bytes();
    for (const auto& faces : scratch_.low_faces) bytes += faces.values().size_bytes();
    return bytes + scratch_.dirichlet.values().size_bytes();
}

}  // namespace lamella
