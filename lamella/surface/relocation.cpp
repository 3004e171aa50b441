#include <lamella/particles/covariance.hpp>
#include <lamella/particles/gathered_mass.hpp>
#include <lamella/surface/relocation.hpp>

namespace lamella {
namespace {

// exp(-t) for t >= 0, as (1 - t/16)^16.
[[gnu::always_inline]] inline Pack falling_exponential(Pack t) {
    Pack e = larger(multiply_add(t, Pack(-1.0f / 16.0f), Pack(1.0f)), Pack(0.0f));
    e *= e;
    e *= e;
    e *= e;
    return e * e;
}

Vec3Column zeros(Index n) {
    Vec3Column column;
    column.resize(n);
    return column;
}

class Relocation {
public:
    Relocation(const ParticleCloud& cloud, const NearSurface& surface, const Membership* membership,
               const RelocationRadii& radii)
        : cloud_(cloud), surface_(surface), membership_(membership), radii_(radii) {}

    // b_i - B_i.
    Vec3Column without_common_shift(const Vec3Column& shift) const {
        Vec3Column result = zeros(cloud_.size());
        sweep_near_surface(
            "shift of a depth", cloud_, surface_, membership_, radii_.depth, [&](const CellVisit& visit) {
                return [&, b = visit.near.gathered(shift)](Index i, const GatheredRange& near, const SameBody& same) {
                    result.set(i, shift[i] - mean_of_depth(near, same, shift[i], b));
                };
            });
        return result;
    }

    // b for particles that were moved by u: with weights from where they were, the mean moves by the mean
    // of u.
    Vec3Column shift_after(const Vec3Column& shift, const Vec3Column& moved) const {
        Vec3Column result = zeros(cloud_.size());
        sweep_near_surface(
            "shift after moving", cloud_, surface_, membership_, radii_.mean, [&](const CellVisit& visit) {
                return [&, u = visit.near.gathered(moved), mass = GatheredMass(visit.near, cloud_.mass())](
                           Index i, const GatheredRange& near, const SameBody& same) {
                    result.set(i, shift[i] + mean(near, same, mass, u) - moved[i]);
                };
            });
        return result;
    }

private:
    // B_i.
    [[gnu::flatten]] Vec3 mean_of_depth(const GatheredRange& near, const SameBody& same, const Vec3& own,
                                        const Vec3Column& b) const {
        const CubicWeight w(radii_.depth);
        const Real same_depth = 9.0f / 56.0f * radii_.mean;
        const Real sharpness = 4.0f / (same_depth * same_depth);
        Pack total = 0.0f;
        Vec3Pack sum;
        near.for_each_pack([&](const NeighbourPack& j) {
            const Vec3Pack bj = b[j];
            const Pack v = w(j.distance()) * falling_exponential(sharpness * (own - bj).squaredNorm());
            const Pack counted = select(same(j), v, Pack(0.0f));
            total += counted;
            sum += counted * bj;
        });
        return fold(sum) / fold(total);
    }

    [[gnu::flatten]] Vec3 mean(const GatheredRange& near, const SameBody& same, const GatheredMass& mass,
                               const Vec3Column& u) const {
        const CubicWeight w(radii_.mean);
        Pack total = 0.0f;
        Vec3Pack sum;
        near.for_each_pack([&](const NeighbourPack& j) {
            const Pack counted = select(same(j), mass[j] * w(j.distance()), Pack(0.0f));
            total += counted;
            sum += counted * u[j];
        });
        return fold(sum) / fold(total);
    }

    const ParticleCloud& cloud_;
    const NearSurface& surface_;
    const Membership* membership_;
    RelocationRadii radii_;
};

}  // namespace

Vec3Column relocation(const ParticleCloud& cloud, const NearSurface& surface, const Membership* membership,
                      const RelocationRadii& radii, int passes, const Vec3Column& shift) {
    const Relocation r(cloud, surface, membership, radii);
    Vec3Column moved = zeros(cloud.size());
    for (int pass = 0; pass < passes; ++pass) {
        const Vec3Column step = r.without_common_shift(pass == 0 ? shift : r.shift_after(shift, moved));
        parallel_for("move", cloud.size(), [&](Index i) { moved.set(i, moved[i] + step[i]); });
    }
    return moved;
}

}  // namespace lamella
