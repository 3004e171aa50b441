// Points that the particles of a solid carry along (Keiser 2006, 5.28). A point m goes to
//
//     x(m) = sum over j of w_j (x_j + J_j (m - X_j)) / sum of w_j,   w_j = (1 - |m - X_j| / h)^3,
//
// which follows every linear motion exactly: positions are interpolated with their gradients. h is 2.2 spacings, and
// larger where a point lies farther out. Particles that are not to be seen from a point take no part.
//
// Points come in groups of K that lie close together and share one list of particles: 1 for the vertices of meshes, 3
// for surfels with the ends of their axes.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/quad_array.hpp>
#include <lamella/particles/rest_cells.hpp>

#include <array>
#include <functional>

namespace lamella {

// What the particles do to whatever rests at m: each adds H_j m + b_j, its displacement and gradient in one.
class CarriedField {
public:
    static constexpr std::size_t kRow = 16;  // the columns of H and b, each with a fourth number that says nothing

    // Places at rest, displacements, and the gradients of these. Places are counted from `middle`.
    CarriedField(const QuadArray& places, const QuadArray& displacements, std::span<const Mat3> gradients,
                 const Vec3& middle);

    const Vec3& middle() const { return middle_; }
    const float* row(Index particle) const { return rows_.data() + kRow * static_cast<std::size_t>(particle); }

private:
    Vec3 middle_;
    std::vector<float> rows_;
};

// Where the particles rest, and who of them counts for a point.
struct TieSearch {
    const RestCells& cells;
    Real support;  // m, of a point that finds enough
    using Counts = std::function<bool(Index particle)>;
    std::function<Counts(Index group)> counts_for = {};  // who counts for a group; without it all do
    Index fewest = 4;                                    // particles; below, the support grows

    static constexpr Real kGrowth = 1.5f;
    static constexpr int kMostGrowths = 3;
    Real farthest() const { return support * kGrowth * kGrowth * kGrowth; }
};

template <int K>
class PointTies {
public:
    using Points = std::array<Vec3, K>;

    Index size() const { return static_cast<Index>(begins_.size()) - 1; }
    Index tie_count() const { return static_cast<Index>(ties_.size()); }
    std::size_t memory_bytes() const {
        return begins_.size() * sizeof(Index) + ties_.size() * sizeof(Tie) + supports_.size() * sizeof(Real);
    }
    Real support(Index group) const { return supports_[group]; }

    // Ties more groups; gives the first that finds too few particles, or -1. One that finds none that counts for it is
    // carried by all that are near.
    Index add(Index groups, FunctionRef<Points(Index)> points, const TieSearch& search);
    // Those groups anew, ascending.
    void tie_again(std::span<const Index> groups, FunctionRef<Points(Index)> points, const TieSearch& search);
    // Only these groups stay, in this order.
    void keep(std::span<const Index> groups);

    // Calls f(particle) for those that carry a group.
    template <class F>
    void for_each_particle(Index group, F&& f) const {
        for (Index k = begins_[group]; k < begins_[group + 1]; ++k) f(ties_[k].particle);
    }

    // By how much the points of a group have moved.
    Points moved(Index group, const Points& points, const CarriedField& field) const;

private:
    struct Tie {
        Index particle;
        std::array<Real, K> weights;  // of a point they sum to one
    };
    struct Group {
        std::vector<Tie> ties;
        Real support = 0.0f;
    };
    static Index find(Group& group, const Points& points, const RestCells& cells, const TieSearch::Counts& counts);
    static Group tied(Index number, const Points& points, const TieSearch& search);
    static std::vector<Group> tied(std::span<const Index> groups, FunctionRef<Points(Index)> points,
                                   const TieSearch& search);
    void append(const Group& group);

    std::vector<Index> begins_{0};
    std::vector<Tie> ties_;
    std::vector<Real> supports_;
};

extern template class PointTies<1>;
extern template class PointTies<3>;

}  // namespace lamella
