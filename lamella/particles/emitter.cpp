#include <lamella/core/random.hpp>
#include <lamella/particles/emitter.hpp>

#include <cmath>
#include <utility>

namespace lamella {
namespace {

// A jet of a cubic lattice contracts layer by layer as it stretches, into a stack of discs. So every other layer of a
// jet lies before the holes of the others, and its particles come in unevenly: by how many spacings early, at most.
// Neighbours in two layers are sqrt(1/2) apart sideways, so they do not overlap where sqrt(1/2) is left between them
// along the jet.
constexpr Real kEarly = 0.28f;

// Two unit vectors across `axis`, chosen from its largest component so that they vary smoothly.
std::pair<Vec3, Vec3> across(const Vec3& axis) {
    const Vec3 helper = std::abs(axis.y()) < 0.9f ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
    const Vec3 u = cross(helper, axis).normalized();
    return {u, cross(axis, u)};
}

// A square lattice over the disc, one spacing apart and `inside` spacings inside its rim. A point of it lies `shift`
// spacings from the centre along both its axes.
std::vector<Vec3> disc_layer(const DiscEmitter& disc, Real spacing, Real shift, Real inside) {
    const auto [u, v] = across(disc.direction.normalized());
    const Real reach = std::max(disc.radius - inside * spacing, 0.0f) * (1.0f + 1e-5f);
    const int n = static_cast<int>(reach / spacing) + 1;
    std::vector<Vec3> layer;
    for (int a = -n; a <= n; ++a)
        for (int b = -n; b <= n; ++b) {
            const Vec3 offset = spacing * ((static_cast<Real>(a) + shift) * u + (static_cast<Real>(b) + shift) * v);
            if (offset.norm() <= reach) layer.push_back(disc.centre + offset);
        }
    return layer;
}

// The box around another one in the axes u, v, w.
Box3 turned(const Box3& box, const Mat3& axes) {
    Box3 around;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p(corner & 1 ? box.max.x() : box.min.x(), corner & 2 ? box.max.y() : box.min.y(),
                     corner & 4 ? box.max.z() : box.min.z());
        around.extend(axes.transpose() * p);
    }
    return around;
}

const std::vector<Vec3>& layer_of(const Nozzle& nozzle, std::int64_t k) {
    if (k == 0) return nozzle.filling;
    return k % 2 == 1 && !nozzle.staggered.empty() ? nozzle.staggered : nozzle.layer;
}

}  // namespace

Nozzle disc_nozzle(const DiscEmitter& disc, Real spacing) {
    Nozzle nozzle;
    nozzle.filling = nozzle.layer = disc_layer(disc, spacing, 0.0f, 0.5f);
    nozzle.staggered = disc_layer(disc, spacing, 0.5f, 0.35f);  // else it would often hold fewer particles
    nozzle.velocity = disc.speed * disc.direction.normalized();
    nozzle.start = disc.start;
    nozzle.stop = disc.stop;
    return nozzle;
}

Nozzle volume_nozzle(FunctionRef<Real(const Vec3&)> signed_distance, const Box3& bounds, const Vec3& velocity,
                     Real spacing) {
    Nozzle nozzle;
    nozzle.velocity = velocity;
    if (bounds.empty()) return nozzle;
    const Vec3 w = velocity.normalized();
    const auto [u, v] = across(w);
    Mat3 axes;
    axes << u, v, w;
    const Box3 box = turned(bounds, axes);
    const Vec3i cells = ((box.size() / spacing).array() + 0.02f).cast<Index>();
    for (Index a = 0; a < cells.x(); ++a)
        for (Index b = 0; b < cells.y(); ++b) {
            bool first = true;
            for (Index c = 0; c < cells.z(); ++c) {
                const Vec3 middle = Vec3i(a, b, c).cast<Real>() + Vec3::Constant(0.5f);
                const Vec3 p = axes * (box.min + spacing * middle);
                if (signed_distance(p) > -0.48f * spacing) continue;
                nozzle.filling.push_back(p);
                if (std::exchange(first, false)) nozzle.layer.push_back(p);
            }
        }
    return nozzle;
}

Emission emit(const Nozzle& nozzle, Real spacing, double t1, std::int64_t& layers_out) {
    Emission emission;
    emission.velocity = nozzle.velocity;
    const double interval = spacing / nozzle.velocity.norm();
    for (;; ++layers_out) {
        const double comes = nozzle.start + interval * static_cast<double>(layers_out);
        if (comes > t1 || comes >= nozzle.stop) return emission;
        const bool uneven = layers_out > 0 && !nozzle.staggered.empty();
        const std::vector<Vec3>& layer = layer_of(nozzle, layers_out);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const Real early = uneven ? kEarly * random_unit(0, static_cast<std::uint64_t>(layers_out), i) : 0.0f;
            const double travelled = t1 - comes + interval * early;
            emission.positions.push_back(layer[i] + static_cast<Real>(travelled) * nozzle.velocity);
        }
    }
}

}  // namespace lamella
