// The symmetric system of the pressure on the liquid cells of a set of tiles: for each cell
//     sum_f c_f (p - p_f) + e p = b
// over its six faces f with the cell p_f behind each: c_f >= 0 couples two cells that are both unknown (0 at solid
// faces and where there is no unknown behind), e >= 0 is what Dirichlet neighbours (air, ghost fluid) add to the
// diagonal. The unknowns are the cells whose diagonal sum_f c_f + e is positive.
#pragma once

#include <lamella/eulerian/poisson_stencil.hpp>

namespace lamella {

// What a caller fills in; it is not needed any more when the system is assembled.
struct PoissonCoefficients {
    PoissonCoefficients() = default;
    explicit PoissonCoefficients(const TileSet& tiles) { assign(tiles); }
    void assign(const TileSet& tiles);  // all zero

    std::array<TileField<float>, 3> low_faces;  // by axis: c of the face at the low side of each cell
    TileField<float> dirichlet;                 // e of each cell
};

class PoissonSystem {
public:
    PoissonSystem() = default;
    PoissonSystem(const TileSet& tiles, const PoissonCoefficients& coefficients) { assemble(tiles, coefficients); }

    // Faces to tiles that do not exist are closed, whatever their coefficient. Memory is kept from system to system.
    void assemble(const TileSet& tiles, const PoissonCoefficients& coefficients);

    const TileSet& tiles() const { return tiles_; }
    Index tile_count() const { return tiles_.count(); }
    std::size_t size() const { return static_cast<std::size_t>(tile_count()) * kTileCells; }
    const FaceNeighbours& neighbours(Index t) const { return neighbours_[static_cast<std::size_t>(t)]; }
    bool uniform(Index t) const { return place_[static_cast<std::size_t>(t)] < 0; }
    bool coupled() const;  // whether any two cells are

    // Vectors have one value for each cell of each tile, as in a TileField; sums are made in double.
    // y <- A d; gives d . y.
    double apply(std::span<const float> d, std::span<float> y) const;
    // r <- b - A x; gives |r|^2.
    double residual(std::span<const double> b, std::span<const double> x, std::span<float> r) const;
    // The diagonal of each cell; zero where there is no unknown.
    void diagonal(std::span<float> y) const;
    // Zero where there is no unknown.
    void clear_other_cells(std::span<double> y) const;

    // Calls f with the StoredStencil or the UniformStencil of tile t.
    template <class F>
    [[gnu::always_inline]] decltype(auto) with_stencil(Index t, F&& f) const {
        const Index place = place_[static_cast<std::size_t>(t)];
        if (place < 0) return f(UniformStencil{uniform_[static_cast<std::size_t>(t)]});
        return f(StoredStencil{&stored_[static_cast<std::size_t>(place)]});
    }

    // What the system was assembled from.
    void copy_coefficients(PoissonCoefficients& to) const;

    std::size_t memory_bytes() const;

private:
    TileSet tiles_;
    std::vector<FaceNeighbours> neighbours_;
    std::vector<float> uniform_;  // c of all faces of a tile, or 0 where they differ
    std::vector<Index> place_;    // of a tile in stored_, or -1 where it is uniform
    std::vector<FaceCoefficients> stored_;
};

// Where the cells of a tile begin in a vector.
inline std::ptrdiff_t first_of_tile(Index t) { return static_cast<std::ptrdiff_t>(t) * kTileCells; }

}  // namespace lamella
