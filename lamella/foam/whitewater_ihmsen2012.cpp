#include <lamella/core/parallel.hpp>
#include <lamella/foam/whitewater_ihmsen2012.hpp>
#include <lamella/particles/kernels.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr Real kOnset = 1.0f;              // m/s
constexpr Real kSurfaceAsymmetry = 0.15f;  // in supports; 0.3 at a plane surface, 0.07 one layer below
constexpr Real kForwardCosine = 0.6f;      // delta^vn of the paper
constexpr Real kFallingCosine = 0.8f;

// The kernel of the paper, 1 - r / h.
struct LinearKernel {
    Real per_h;

    template <class T>
    T operator()(T r) const {
        return larger(T(1.0f) - r * per_h, T(0.0f));
    }
    // Its sum over a neighbourhood that is full of particles, pi/3 (h / d)^3.
    static Real full_sum(Real support_in_spacings) {
        return kPi / 3.0f * support_in_spacings * support_in_spacings * support_in_spacings;
    }
};

// The mean place of the neighbours lies on the other side.
Vec3 surface_normal(const NeighbourRange& around, const LinearKernel& W) {
    const auto [offset, weight] = sum_over(around, [&](const auto& j) {
        return Terms{W(j.distance()) * j.difference, W(j.distance())};
    });
    const Vec3 mean = offset / weight;
    const Real length = mean.norm();
    return length * W.per_h > kSurfaceAsymmetry ? Vec3(mean / length) : Vec3::Zero().eval();
}

// v^diff = sum |v_ij| (1 - v_ij . x_ij / |v_ij| |x_ij|) W: most where neighbours approach.
Real trapped_air(const NeighbourRange& around, const LinearKernel& W, const Vec3& v_i, const Vec3Column& v) {
    return sum_over(around, [&](const auto& j) {
        const Vec3Pack v_ij = v_i - v[j];
        const Pack r = j.distance();
        const Pack parting = v_ij.dot(j.difference) / larger(r, Pack(1e-12f));
        return (square_root(v_ij.squaredNorm()) - parting) * W(r);
    });
}

// kappa = sum (1 - n_i . n_j) W over the neighbours at the surface that lie below the tangent plane, x_ji . n_i < 0.
Real convexity(const NeighbourRange& around, const LinearKernel& W, const Vec3& n_i, const Vec3Column& normals) {
    return sum_over(around, [&](const auto& j) {
        const Vec3Pack n_j = normals[j];
        const Pack bend = Pack(1.0f) - broadcast(n_i).dot(n_j);
        const auto counts = n_j.squaredNorm() > 0.5f && broadcast(n_i).dot(j.difference) > 0.0f;
        return select(counts, bend * W(j.distance()), Pack(0.0f));
    });
}

bool leads_crest(const Vec3& v, const Vec3& normal, const Vec3& down, Real least_speed) {
    const Real speed = v.norm();
    return speed > least_speed && v.dot(normal) >= kForwardCosine * speed && v.dot(down) <= kFallingCosine * speed;
}

}  // namespace

Real reference_speed(const FoamSettings& settings, const Vec3& gravity, Real spacing) {
    return settings.reference_speed.value_or(std::max(kOnset, 2.0f * std::sqrt(gravity.norm() * spacing)));
}

WhitewaterPotentials whitewater_potentials(const ParticleSet& liquid, const Neighbours& neighbours, Real spacing,
                                           const Vec3& gravity, Real least_speed) {
    const Index n = liquid.size();
    const auto& v = liquid.get<Vec3Column>("v");
    const LinearKernel W{1.0f / (kWhitewaterSupport * spacing)};
    const Real per_full_sum = 1.0f / LinearKernel::full_sum(kWhitewaterSupport);
    const Vec3 down = gravity.stableNormalized();
    WhitewaterPotentials found{std::vector<Real>(static_cast<std::size_t>(n)),
                               std::vector<Real>(static_cast<std::size_t>(n)),
                               std::vector<Vec3>(static_cast<std::size_t>(n))};
    Vec3Column normals;
    normals.resize(n);
    parallel_for("trapped air", n, [&](Index i) {
        const NeighbourRange around = neighbours.of(i);
        normals.set(i, surface_normal(around, W));
        found.normals[i] = normals[i];
        if (v[i].norm() > least_speed) found.trapped_air[i] = trapped_air(around, W, v[i], v) * per_full_sum;
    });
    parallel_for("wave crests", n, [&](Index i) {
        if (leads_crest(v[i], found.normals[i], down, least_speed))
            found.wave_crest[i] = convexity(neighbours.of(i), W, found.normals[i], normals);
    });
    return found;
}

BirthRate birth_rate(const FoamSettings& settings, Real reference, Real trapped_air, Real wave_crest, Real speed) {
    const auto& s = settings;
    const Real relative_speed = speed / reference;
    const Real kinetic = clamped_potential(relative_speed * relative_speed, s.kinetic_energy_min, s.kinetic_energy_max);
    const Real air = clamped_potential(trapped_air / reference, s.trapped_air_min, s.trapped_air_max);
    const Real crest = clamped_potential(wave_crest, s.wave_crest_min, s.wave_crest_max);
    return {kinetic * (s.trapped_air_rate * air + s.wave_crest_rate * crest), kinetic * std::max(air, crest)};
}

}  // namespace lamella
