#include <lamella/core/parallel.hpp>
#include <lamella/particles/kernels.hpp>
#include <lamella/sph/pair_damping.hpp>
#include <lamella/sph/surface_tension_akinci2013.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kPaperDensity = 1000.0f;  // kg/m^3
constexpr Real kDamping = 0.05f;         // of pairs, over sqrt(sigma d / rho): lets a drop come to rest

// eq. 2, with q = r / h
struct CohesionKernel {
    explicit CohesionKernel(Real h) : per_h(1.0f / h), scale(32.0f / (kPi * h * h * h)) {}
    Pack operator()(Pack r) const {
        const Pack q = smaller(r * per_h, Pack(1.0f));
        const Pack t = (1.0f - q) * q;
        const Pack far = t * t * t;
        return scale * select(2.0f * q > Pack(1.0f), far, 2.0f * far - 1.0f / 64.0f);
    }
    Real per_h;
    Real scale;
};

// eq. 7
struct AdhesionKernel {
    explicit AdhesionKernel(Real h) : per_h(1.0f / h), scale(0.007f / (h * h * h)) {}
    Pack operator()(Pack r) const {
        const Pack q = r * per_h;
        const Pack root = larger(q * (6.0f - 4.0f * q) - 2.0f, Pack(0.0f));
        return scale * square_root(square_root(root));
    }
    Real per_h;
    Real scale;
};

}  // namespace

void SurfaceTensionAkinci2013::add(SphLiquid& liquid) {
    if (gamma_ > 0.0f) {
        compute_normals(liquid);
        add_cohesion(liquid);
        const Real tension = tension_of(gamma_, liquid.rest_density, liquid.support);
        add_pair_damping(liquid, kDamping * std::sqrt(tension * liquid.spacing / liquid.rest_density));
    }
    if (adhesion_ > 0.0f) add_adhesion(liquid);
}

void SurfaceTensionAkinci2013::compute_normals(const SphLiquid& liquid) {
    const SphKernel W = liquid.kernel;
    normals_.resize(liquid.size());
    parallel_for("surface normals", liquid.size(), [&](Index i) {
        const Vec3 gradient =
            sum_over(liquid.lists.of(i), [&](auto j) { return W.slope_over_r(j.distance()) * j.difference; });
        normals_.set(i, liquid.support * liquid.volume * gradient, liquid.motion.w(i));
    });
}

void SurfaceTensionAkinci2013::add_cohesion(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const CohesionKernel C(liquid.support);
    const Real cohesion = kPaperDensity * liquid.volume;
    const Real tiny = 1e-6f * liquid.support;  // a particle is its own neighbour
    parallel_for("cohesion and area", liquid.size(), [&](Index i) {
        const Vec3 n_i = normals_.vec(i);
        const Real rho_i = normals_.w(i);
        const Vec3 sum = sum_over(liquid.lists.of(i), [&](auto j) {
            const QuadPack other = normals_[j];
            const Pack r = j.distance();
            const Pack K = 2.0f / (rho_i + other.w);
            return K * (cohesion * C(r) / larger(r, Pack(tiny)) * j.difference + (n_i - other.xyz));
        });
        a.set(i, a[i] - gamma_ * sum);
    });
}

void SurfaceTensionAkinci2013::add_adhesion(SphLiquid& liquid) const {
    auto& a = liquid.particles.get<Vec3Column>("acceleration");
    const AdhesionKernel A(liquid.support);
    for (const BoundarySet& set : liquid.boundary.sets())
        parallel_for("adhesion", liquid.size(), [&](Index i) {
            if (set.lists.none(i)) return;
            const Vec3 sum = sum_over(set.lists.of(i), [&](auto b) {
                const Pack r = b.distance();
                return b.carried * A(r) / larger(r, Pack(1e-6f * liquid.support)) * b.difference;
            });
            const Vec3 pull = -adhesion_ * kPaperDensity * sum;
            liquid.push.accelerate(i, pull);
            a.set(i, a[i] + pull);
        });
}

}  // namespace lamella
