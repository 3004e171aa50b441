#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/skinned/fur/fur_cells.hpp>
#include <lamella/skinned/fur/happel1959.hpp>
#include <lamella/skinned/tet_locator.hpp>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr double kPiece = 0.125;  // long edges: the longest piece
constexpr Index kInSkin = -1, kNowhere = -2;

struct Piece {
    Index cell = kNowhere;
    Vec3d way = Vec3d::Zero();
    double volume = 0.0;
};

// Of the hair in one cell.
struct HairSum {
    double volume = 0.0, length = 0.0;
    Mat3d directions = Mat3d::Zero();  // sum of t t^T over the length

    void add(const Piece& piece) {
        const double l = piece.way.norm();
        volume += piece.volume;
        length += l;
        if (l > 0.0) directions += piece.way * piece.way.transpose() / l;
    }
};

class HairCount {
public:
    HairCount(const SkinnedTets& mesh, const RootedStrands& fur)
        : mesh_(mesh), fur_(fur), rest_(mesh.rest_positions()), sums_(mesh.tets.size()) {
        locator_.place(mesh, mesh.lattice.positions, rest_);
        std::vector<std::vector<Piece>> pieces(fur.roots.size());
        parallel_for(
            "hair in cells", static_cast<Index>(pieces.size()), [&](Index s) { pieces[s] = pieces_of(s); }, 16);
        for (Index s = 0; s < static_cast<Index>(pieces.size()); ++s) enter(s, pieces[s]);
    }

    const std::vector<HairSum>& sums() const { return sums_; }
    std::span<const Vec3> rest() const { return rest_; }
    double beyond() const { return static_cast<double>(beyond_) / std::max(1.0, static_cast<double>(count_)); }
    Real longest() const { return longest_; }  // way of a strand that leaves the mesh from its root

private:
    std::vector<Piece> pieces_of(Index s) const {
        const auto& x = fur_.strands.positions();
        const auto& radius = fur_.strands.points.get<ScalarColumn>("pscale");
        std::vector<Piece> pieces;
        for (Index i = fur_.strands.begin_of(s); i + 1 < fur_.strands.end_of(s); ++i) {
            const Vec3 way = x[i + 1] - x[i];
            const auto parts = static_cast<Index>(std::ceil(static_cast<double>(way.norm()) / (kPiece * mesh_.cell)));
            for (Index k = 0; k < parts; ++k) {
                const auto at = [&](Real share) { return (static_cast<Real>(k) + share) / static_cast<Real>(parts); };
                const auto thick = [&](Real share) {
                    return static_cast<double>(std::lerp(radius[i], radius[i + 1], at(share)));
                };
                const double a = thick(0.0f), b = thick(1.0f);
                Piece& piece = pieces.emplace_back();
                piece.way = way.cast<double>() / parts;
                piece.volume = std::numbers::pi / 3.0 * (a * a + a * b + b * b) * piece.way.norm();
                piece.cell = cell_at(x[i] + at(0.5f) * way);
            }
        }
        return pieces;
    }

    Index cell_at(const Vec3& p) const {
        const std::optional<Index> cell = locator_.find(p);
        if (!cell) return kNowhere;
        if (mesh_.solid(*cell)) return kInSkin;
        const Vec4i& t = mesh_.tets[*cell];
        const Vec4 b = TetFrame::of(t, rest_).coordinates(p);
        Real distance = 0.0f;
        for (int k = 0; k < 4; ++k) distance += b[k] * mesh_.node_distances[t[k]];
        return distance > 0.0f ? *cell : kInSkin;
    }

    void enter(Index s, const std::vector<Piece>& pieces) {
        count_ += pieces.size();
        bool leaves = false;
        for (const Piece& piece : pieces) {
            if (piece.cell >= 0) sums_[piece.cell].add(piece);
            if (piece.cell != kNowhere) continue;
            ++beyond_;
            leaves = true;
        }
        const auto& x = fur_.strands.positions();
        for (Index i = fur_.strands.begin_of(s); leaves && i < fur_.strands.end_of(s); ++i)
            longest_ = std::max(longest_, (x[i] - x[fur_.strands.begin_of(s)]).norm());
    }

    const SkinnedTets& mesh_;
    const RootedStrands& fur_;
    std::vector<Vec3> rest_;
    TetLocator locator_;
    std::vector<HairSum> sums_;
    std::size_t count_ = 0, beyond_ = 0;
    Real longest_ = 0.0f;
};

double open_volume(const SkinnedTets& mesh, Index cell) { return mesh.rest_volume() * mesh.open_count(cell) / 8.0; }

// With `scale` times the hair: the share of it that is too much for its cells.
double squashed(const SkinnedTets& mesh, const std::vector<HairSum>& sums, double scale) {
    double all = 0.0, over = 0.0;
    for (Index cell = 0; cell < mesh.tet_count(); ++cell) {
        const double hair = scale * sums[cell].volume;
        all += hair;
        over += std::max(0.0, hair - FurCells::kMostHair * open_volume(mesh, cell));
    }
    return all > 0.0 ? over / all : 0.0;
}

void require_pores(const SkinnedTets& mesh, const std::vector<HairSum>& sums, const std::string& name) {
    const double over = squashed(mesh, sums, 1.0);
    if (over <= FurCells::kMostSquashed) return;
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 30; ++k)
        (squashed(mesh, sums, 0.5 * (low + high)) <= FurCells::kMostSquashed ? low : high) = 0.5 * (low + high);
    throw InputError(fmt::format(
        "{}: the fur leaves no pores: {:.0f} % of its hair would fill its tetrahedra by more than {:.0f} %; "
        "{:.2g} of its density, or {:.2g} of its radius, would fit",
        name, 100.0 * over, 100.0 * FurCells::kMostHair, low, std::sqrt(low)));
}

void require_inside(const HairCount& count, const SkinnedTets& mesh, double spacing, const std::string& name) {
    if (count.beyond() <= FurCells::kMostBeyond) return;
    throw InputError(
        fmt::format("{}: {:.2g} % of the fur is beyond the layer in which water is followed; a thickness "
                    "of {:.0f} spacings would hold strands that reach {:.3g} m",
                    name, 100.0 * count.beyond(),
                    std::ceil((static_cast<double>(count.longest()) + mesh.cell) / spacing), count.longest()));
}

}  // namespace

FurCells::FurCells(const SkinnedTets& mesh, const RootedStrands& fur, double viscosity, double spacing,
                   const std::string& name)
    : pores_(mesh.tets.size(), 1.0f), rows_(mesh.tets.size(), -1) {
    const HairCount hair_count(mesh, fur);
    require_inside(hair_count, mesh, spacing, name);
    require_pores(mesh, hair_count.sums(), name);
    for (Index cell = 0; cell < mesh.tet_count(); ++cell) {
        const HairSum& sum = hair_count.sums()[cell];
        if (!(sum.volume > 0.0)) continue;
        const double share = std::min(sum.volume / open_volume(mesh, cell), kMostHair);
        volume_ += share * open_volume(mesh, cell);
        pores_[cell] = static_cast<Real>(1.0 - share);
        const Eigen::SelfAdjointEigenSolver<Mat3d> solver(Mat3d(sum.directions / sum.length));
        const double order = std::clamp(solver.eigenvalues()[2], 1.0 / 3.0, 1.0);
        const Permeability K = permeability_of_fibres(
            sum.volume / (std::numbers::pi * sum.length * static_cast<double>(fur.hairs)), share);
        const double along = viscosity * (1.0 - share) / K.along, across = viscosity * (1.0 - share) / K.across;
        Hair& hair = hairs_.emplace_back();
        rows_[cell] = count() - 1;
        hair.rates = TetFrame::of(mesh.tets[cell], hair_count.rest()).gradients *
                     Vec3(solver.eigenvectors().col(2).cast<Real>());
        hair.along = static_cast<Real>(order * along + (1.0 - order) * across);
        hair.across = static_cast<Real>(0.5 * (1.0 - order) * along + 0.5 * (1.0 + order) * across);
    }
}

Mat3 FurCells::slowed(const MeshStep& step, Index cell) const {
    const Hair& hair = hairs_[rows_[cell]];
    const Vec4i& t = step.mesh.tets[cell];
    const Vec3& origin = step.after[t[0]];
    Vec3 e = Vec3::Zero();
    for (int k = 0; k < 3; ++k) e += hair.rates[k] * (step.after[t[k + 1]] - origin);
    e = e.stableNormalized();
    const auto dt = static_cast<Real>(step.dt);
    const Real along = 1.0f / (1.0f + dt * hair.along), across = 1.0f / (1.0f + dt * hair.across);
    return across * Mat3::Identity() + (along - across) * e * e.transpose();
}

void FurCells::drag(const MeshStep& step, WaterCells& water) const {
    parallel_for("drag of fur", static_cast<Index>(water.wet.size()), [&](Index k) {
        const Index cell = water.wet[k];
        if (!has(cell)) return;
        WaterAmount& amount = water.amounts[cell];
        const Vec3 slip = amount.velocity() - step.velocity(cell);
        amount.accelerate((slowed(step, cell) * slip - slip).cast<double>());
    });
}

}  // namespace lamella
