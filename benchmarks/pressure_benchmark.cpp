#include "benchmarks.hpp"
#include "hypre_peer.hpp"
#include "timing.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/eulerian/pressure_solve.hpp>

#include <cmath>

namespace lamella {

namespace {

// Liquid below a height in cells, between the walls of a box of n^3 cells; the height may differ from place to place.
struct Pool {
    Index n;
    FunctionRef<Real(Index x, Index z)> height;

    bool inside(const Vec3i& c) const { return (c.array() >= 0).all() && (c.array() < n).all(); }
    // How deep the centre of a cell lies in the liquid.
    Real depth(const Vec3i& c) const { return height(c.x(), c.z()) - static_cast<Real>(c.y()) - 0.5f; }
    bool liquid(const Vec3i& c) const { return inside(c) && depth(c) > 0.0f; }

    TileSet tiles() const {
        std::vector<Vec3i> list;
        for (Index z = 0; z < n; z += kTileWidth)
            for (Index y = 0; y < n; y += kTileWidth)
                for (Index x = 0; x < n; x += kTileWidth) {
                    const Vec3i first(x, y, z);
                    if (holds_liquid(first)) list.push_back(tile_of_cell(first));
                }
        return TileSet(list);
    }
    bool holds_liquid(const Vec3i& first) const {
        for (Index z = 0; z < kTileWidth; ++z)
            for (Index x = 0; x < kTileWidth; ++x)
                if (liquid(first + Vec3i(x, 0, z))) return true;
        return false;
    }
    // Air above the liquid acts at the height of the surface (ghost fluid); beside it at the next centre.
    void fill(const TileSet& tiles, Index t, PoissonCoefficients& coefficients) const {
        for (Index c = 0; c < kTileCells; ++c) {
            const Vec3i cell = tiles.first_cell(t) + Vec3i(c & 7, (c >> 3) & 7, c >> 6);
            if (!liquid(cell)) continue;
            float& e = coefficients.dirichlet.tile(t)[c];
            for (int axis = 0; axis < 3; ++axis)
                for (const Index side : {-1, 1}) {
                    const Vec3i behind = cell + side * Vec3i::Unit(axis);
                    if (liquid(behind) && side < 0) coefficients.low_faces[axis].tile(t)[c] = 1.0f;
                    if (liquid(behind) || (!inside(behind) && behind.y() < n)) continue;
                    e += axis == 1 ? 1.0f / std::max(depth(cell), 0.01f) : 1.0f;
                }
        }
    }
};

struct Subject {
    TileSet tiles;
    PoissonCoefficients coefficients;
    PoissonSystem system;
    TileField<double> b;
    TileField<double> x;
    PressureSolve solver;
    PressureSolveResult result;

    explicit Subject(const Pool& pool) : tiles(pool.tiles()), coefficients(tiles), b(tiles), x(tiles) {
        parallel_for(
            "fill", tiles.count(), [&](Index t) { pool.fill(tiles, t, coefficients); }, kTileChunk);
        system.assemble(tiles, coefficients);
        for (std::size_t i = 0; i < b.values().size(); ++i) b.values()[i] = 2.0 * random_unit(1, 0, i) - 1.0;
        system.clear_other_cells(b.values());
    }
    void assemble_and_solve() {
        system.assemble(tiles, coefficients);
        result = solver.solve(system, b, x, 1e-6);
        if (!result.converged) throw RunError("the pressure solve did not converge");
    }
    double seconds(int threads) {
        const ThreadLimit limit(threads);
        return best_seconds([&] { std::ranges::fill(x.values(), 0.0); }, [&] { assemble_and_solve(); });
    }
    Index unknowns() const {
        std::vector<float> diagonal(system.size());
        system.diagonal(diagonal);
        return static_cast<Index>(std::ranges::count_if(diagonal, [](float d) { return d > 0.0f; }));
    }
    double bytes_per_cell() const {
        return static_cast<double>(solver.memory_bytes() + system.memory_bytes()) / unknowns();
    }
    // b with x running fastest over the whole box.
    std::vector<double> dense_b(Index n) const {
        std::vector<double> values;
        for (Index z = 0; z < n; ++z)
            for (Index y = 0; y < n; ++y)
                for (Index i = 0; i < n; ++i) values.push_back(b.at(tiles, {i, y, z}, 0.0));
        return values;
    }
};

Subject full_box(Index n) {
    return Subject({n, [n](Index, Index) { return static_cast<Real>(n) - 0.5f; }});
}
Subject dam_break(Index n) {
    return Subject({n, [n](Index x, Index z) {
                        const Real u = static_cast<Real>(x) / static_cast<Real>(n);
                        const Real w = static_cast<Real>(z) / static_cast<Real>(n);
                        return static_cast<Real>(n) *
                               (0.25f + 0.35f * std::exp(-8.0f * u) + 0.05f * std::sin(17.0f * u + 9.0f * w) +
                                0.03f * std::sin(41.0f * w - 5.0f * u));
                    }});
}
Index iterations_of(Subject subject) {
    subject.assemble_and_solve();
    return subject.result.iterations;
}

void compare(Index n, std::vector<Figure>& figures) {
    Subject subject = full_box(n);
    const std::string size = std::to_string(n);
    const double one = subject.seconds(1), two = subject.seconds(2);
    figures.push_back({"box_" + size, one, "s, one thread", {}});
    figures.push_back({"box_" + size + "_iterations", static_cast<double>(subject.result.iterations), "", {}});
    figures.push_back({"box_" + size + "_two_threads", one / two, "times faster",
                       n == 128 ? std::optional(Bar{Better::higher, 1.7, false}) : std::nullopt});
    figures.push_back(
        {"box_" + size + "_memory", subject.bytes_per_cell(), "bytes a liquid cell", Bar{Better::lower, 40, false}});
    const auto peer = hypre_solve(n, subject.dense_b(n));
    if (!peer) return;
    figures.push_back({"hypre_" + size, peer->seconds, "s, one thread", {}});
    figures.push_back({"hypre_" + size + "_iterations", static_cast<double>(peer->iterations), "", {}});
    figures.push_back({"vs_hypre_" + size, peer->seconds / one, "times faster", Bar{Better::higher, 1, false}});
}

}  // namespace

Figures pressure_benchmark() {
    std::vector<Figure> figures;
    compare(64, figures);
    compare(128, figures);
    figures.push_back({"box_growth", static_cast<double>(iterations_of(full_box(256))) / iterations_of(full_box(64)),
                       "iterations 256 over 64", Bar{Better::lower, 1.5, false}});
    figures.push_back({"dam_growth", static_cast<double>(iterations_of(dam_break(256))) / iterations_of(dam_break(64)),
                       "iterations 256 over 64", Bar{Better::lower, 1.5, false}});
    return {"pressure", "Poisson problems of n^3 cells, random b to 1e-6, assembly and solve", std::move(figures)};
}

}  // namespace lamella
