// A solid at rest: its particles, who acts on whom, and the moment matrices by which differences become gradients
// (Keiser 2006, 5.2),
//
//     M_i = sum over j of w_ij r_ij r_ij^T,   w_ij = V_j (1 - |r_ij| / h_ij)^3,   r_ij = X_j - X_i.
//
// Departures: V is the particle's share of the solid's volume, which stays (the printed one, from a sum of kernels, is
// too large at the skin and makes thin solids stiff); the kernel of a pair has one support for both, so that one list
// serves both directions; and where M is close to singular the support grows, at most twice. Nothing is added to M,
// which would break the balance of angular momentum. Where the cells of two particles differ, their support is that of
// the smaller one: the larger one smears the gradients of the fine particles, and a beam of an octree bends too far (by
// 77 % at eight across; by 14 % with the mean of both; by less than 2 % with the smaller one).
#pragma once

#include <lamella/core/quad_array.hpp>
#include <lamella/particles/neighbour_lists.hpp>
#include <lamella/particles/periodic_box.hpp>
#include <lamella/solid/symmetric_tensor.hpp>

namespace lamella {

// Up to eight others of a particle with the kernel of each, 0 in the lanes that are empty.
struct RestPack {
    RowPack rows;
    std::array<Real, kPackWidth> kernel{};
};

// A crack has come between two particles, or gone on from between them: what their kernel's base has lost by now
// (fracture/pair_transparency.hpp).
struct PairChange {
    Index i, j;
    Real extension;
};

class RestShape {
public:
    static constexpr Real kSupport = 2.2f;  // in spacings

    RestShape() = default;
    // `places` in the order of cells. An InputError where there is no gradient at a particle.
    RestShape(const Vec3Column& places, Real volume, Real spacing, const PeriodicBox& box = {});
    // With volumes and cells of their own, whose edges are the spacings; `spacing` is that of the skin.
    RestShape(const Vec3Column& places, std::span<const Real> volumes, std::vector<Real> spacings, Real spacing,
              const PeriodicBox& box = {});

    Index size() const { return places_.size(); }
    Real spacing() const { return spacing_; }
    Real spacing(Index i) const { return spacings_.empty() ? spacing_ : spacings_[i]; }
    bool uniform() const { return spacings_.empty(); }
    double whole_volume() const;
    const QuadArray& places() const { return places_; }  // with the volumes
    Vec3 place(Index i) const { return places_.vec(i); }
    Vec3 between(Index i, Index j) const { return box_.nearest(place(j) - place(i)); }
    Real volume(Index i) const { return places_.w(i); }
    Mat3 inverse_moment(Index i) const { return full(inverse_moments_[i]); }
    // Below 1 where cracks have left a particle few others, or all of them near one plane: the share of its own energy
    // that counts. Without it the stiffness of such particles grows without bound. It never grows again: matter that
    // nothing has held together would come back with energy that nobody has put into it.
    Real share(Index i) const { return shares_.empty() ? 1.0f : shares_[i]; }
    std::span<const Real> shares() const { return shares_; }
    Real energy_volume(Index i) const { return share(i) * volume(i); }
    Real moment_trace(Index i) const { return traces_[i]; }
    Vec3 imbalance(Index i) const { return imbalances_[i]; }  // sum over j of w_ij r_ij
    Index enlarged() const { return enlarged_; }              // particles whose support had to grow
    std::vector<Index> pair_counts() const;                   // of each particle
    std::size_t memory_bytes() const;

    // Before any pair changes.
    void allow_cracks() { shares_.assign(static_cast<std::size_t>(size()), 1.0f); }
    void part(std::span<const PairChange> changes);
    // The energy of these, and of no others, does not count any more, whatever cracks do. Returns for whom anything may
    // have changed.
    std::vector<Index> still(std::span<const Index> particles);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("shares", shares_);
    }

    // Calls f(j, kernel) for the others of i, ascending, parted ones included.
    template <class F>
    void for_each_other(Index i, F&& f) const {
        for (Index k = begins_[i]; k < begins_[i + 1]; ++k)
            for (Index lane = 0; lane < packs_[k].rows.count(); ++lane)
                f(other(packs_[k], lane), packs_[k].kernel[lane]);
    }

    // Calls f(rows, kernel, r) for packs of the others of i; r is wrapped on periodic axes.
    template <class F>
    [[gnu::always_inline]] void for_each_pack(Index i, F&& f) const {
        if (box_.any())
            walk(
                i, [wrap = box_](const Vec3Pack& d) { return wrap.nearest(d); }, f);
        else
            walk(
                i, [](const Vec3Pack& d) { return d; }, f);
    }

    // Eight rows of an array of quads, by the rows of a pack.
    [[gnu::always_inline]] static QuadPack load(const QuadArray& from, const RestPack& pack) {
        return from.rows().load(pack.rows.base(), pack.rows.offsets());
    }

private:
    template <class Wrap, class F>
    [[gnu::always_inline]] void walk(Index i, Wrap&& wrap, F&& f) const {
        const Vec3 own = places_.vec(i);
        for (Index k = begins_[i]; k < begins_[i + 1]; ++k) {
            const RestPack& pack = packs_[k];
            const QuadPack other = load(places_, pack);
            const Vec3Pack r = wrap(Vec3Pack{other.xyz.x - own.x(), other.xyz.y - own.y(), other.xyz.z - own.z()});
            f(pack, load_pack(pack.kernel.data()), r, other.w);
        }
    }
    void find_healthy_pairs(const Vec3Column& places);
    void find_pairs(const Vec3Column& places, const ScalarColumn& supports);
    Real pair_support(std::span<const Real> supports, Index i, Index j) const;
    bool measure(Index i);
    struct Moment {
        SymmetricTensor tensor;
        Index others;
    };
    Moment moment(Index i);
    void invert(Index i, const SymmetricTensor& moment);
    static Index other(const RestPack& pack, Index lane) { return pack.rows.base() + pack.rows.offsets()[lane]; }
    void part(Index i, Index j, Real extension);
    void measure_again(Index i);

    Real spacing_ = 0.0f;
    std::vector<Real> spacings_;  // empty where all are the same
    PeriodicBox box_;
    QuadArray places_;
    std::vector<Index> begins_;
    std::vector<RestPack> packs_;
    std::vector<SymmetricTensor> inverse_moments_;
    std::vector<Real> traces_;
    std::vector<Vec3> imbalances_;
    std::vector<Real> supports_;
    std::vector<Real> shares_;  // empty where there are no cracks
    std::vector<char> stilled_;
    Index enlarged_ = 0;
};

}  // namespace lamella
