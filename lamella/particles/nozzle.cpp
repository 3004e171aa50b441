#include <lamella/particles/admissible_lattice.hpp>
#include <lamella/particles/nozzle.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace lamella {
namespace {

constexpr Real kMouthStep = 0.25f;  // spacings, between the lines of a table of entries
constexpr Real kMarch = 0.25f;      // spacings that are passed at least when a line looks for its entry
constexpr int kHalvings = 12;       // of such a step, to the entry
constexpr int kDirections = 16;     // in which a margin beside the mouth is looked for

// Two unit vectors across `axis`, chosen from its largest component so that they vary smoothly.
Mat3 axes_along(const Vec3& axis) {
    const Vec3 helper = std::abs(axis.y()) < 0.9f ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
    Mat3 axes;
    axes.col(0) = cross(helper, axis).normalized();
    axes.col(1) = cross(axis, axes.col(0));
    axes.col(2) = axis;
    return axes;
}

// The box around another one in the axes u, v, w, seen from `middle`.
Box3 turned(const Box3& box, const Vec3& middle, const Mat3& axes) {
    Box3 around;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p(corner & 1 ? box.max.x() : box.min.x(), corner & 2 ? box.max.y() : box.min.y(),
                     corner & 4 ? box.max.z() : box.min.z());
        around.extend(axes.transpose() * (p - middle));
    }
    return around;
}

// The first coordinate along a line at which it is inside.
template <class Inside>
Real first_entry(const Inside& distance, Real low, Real high, Real spacing) {
    Real outside = low;
    for (Real w = low; w <= high;) {
        const Real d = distance(w);
        if (d < 0.0f) {
            Real inside = w;
            for (int k = 0; k < kHalvings && w > low; ++k) {
                const Real half = 0.5f * (outside + inside);
                (distance(half) < 0.0f ? inside : outside) = half;
            }
            return inside;
        }
        outside = w;
        w += std::max(d, kMarch * spacing);
    }
    return NozzleMouth::kNowhere;
}

// The box is that of the shape in the nozzle's axes.
template <class Distance>
NozzleMouth mouth_of(const Distance& distance, const Box3& box, Real spacing) {
    NozzleMouth mouth;
    const auto steps = [&](Real length) {
        return std::max<Index>(static_cast<Index>(std::ceil(length / (kMouthStep * spacing) - 0.01f)), 1);
    };
    mouth.count_u = steps(box.size().x());
    mouth.count_v = steps(box.size().y());
    mouth.low_u = box.min.x();
    mouth.low_v = box.min.y();
    mouth.step_u = box.size().x() / static_cast<Real>(mouth.count_u);
    mouth.step_v = box.size().y() / static_cast<Real>(mouth.count_v);
    mouth.reach_u = std::max(-box.min.x(), box.max.x());
    mouth.reach_v = std::max(-box.min.y(), box.max.y());
    mouth.first = NozzleMouth::kNowhere;
    mouth.last = -NozzleMouth::kNowhere;
    for (Index j = 0; j < mouth.count_v; ++j)
        for (Index i = 0; i < mouth.count_u; ++i) {
            const Real u = mouth.low_u + (static_cast<Real>(i) + 0.5f) * mouth.step_u;
            const Real v = mouth.low_v + (static_cast<Real>(j) + 0.5f) * mouth.step_v;
            const Real entry =
                first_entry([&](Real w) { return distance(Vec3(u, v, w)); }, box.min.z(), box.max.z(), spacing);
            mouth.entries.push_back(entry);
            if (entry == NozzleMouth::kNowhere) continue;
            mouth.first = std::min(mouth.first, entry);
            mouth.last = std::max(mouth.last, entry);
        }
    return mouth;
}

// The points of the lattice that lie in the mouth's lines and have come in between two lengths that it has travelled.
template <class Visit>
void for_each_between(const Nozzle& nozzle, double before, double now, const Visit& visit) {
    const NozzleMouth& mouth = nozzle.mouth;
    if (!(mouth.first <= mouth.last)) return;
    const Vec3d low(before - mouth.last, -mouth.reach_u, -mouth.reach_v);
    const Vec3d high(now - mouth.first, mouth.reach_u, mouth.reach_v);
    AdmissibleLattice(nozzle.spacing).for_each_in(low, high, [&](const Vec3d& p) {
        const Real u = static_cast<Real>(p.y()), v = static_cast<Real>(p.z());
        const Real entry = mouth.entry(u, v);
        if (entry == NozzleMouth::kNowhere || p.x() <= before - entry || p.x() > now - entry) return;
        visit(Vec3(nozzle.middle + nozzle.axes * Vec3(u, v, static_cast<Real>(now - p.x()))));
    });
}

}  // namespace

Real NozzleMouth::entry(Real u, Real v) const {
    if (radius > 0.0f) return u * u + v * v <= radius * radius ? 0.0f : kNowhere;
    const Real i = (u - low_u) / step_u, j = (v - low_v) / step_v;
    const bool within = i >= 0.0f && i < static_cast<Real>(count_u) && j >= 0.0f && j < static_cast<Real>(count_v);
    return within
               ? entries[static_cast<std::size_t>(j) * static_cast<std::size_t>(count_u) + static_cast<std::size_t>(i)]
               : kNowhere;
}

PlacedNozzle::PlacedNozzle(const Nozzle& nozzle, double t)
    : nozzle_(&nozzle),
      pose_(nozzle.pose ? nozzle.pose(t) : NozzlePose{}),
      speed_(nozzle.jet.at(t)),
      open_(nozzle.jet.open(t)) {}

Vec3 PlacedNozzle::velocity_of_rest(const Vec3& rest) const {
    return pose_.turning * rest + pose_.drift + speed_ * direction();
}

Vec3 PlacedNozzle::velocity(const Vec3& x) const {
    return velocity_of_rest(pose_.rotation.transpose() * (x - pose_.translation));
}

Real PlacedNozzle::behind_mouth(const Vec3& x, Real margin) const {
    const Vec3 rest = pose_.rotation.transpose() * (x - pose_.translation);
    const Vec3 q = nozzle_->axes.transpose() * (rest - nozzle_->middle);
    const NozzleMouth& mouth = nozzle_->mouth;
    Real entry = mouth.entry(q.x(), q.y());
    for (int k = 0; k < kDirections && margin > 0.0f && entry == NozzleMouth::kNowhere; ++k) {
        const Real angle = 2.0f * std::numbers::pi_v<Real> * static_cast<Real>(k) / kDirections;
        entry = mouth.entry(q.x() + margin * std::cos(angle), q.y() + margin * std::sin(angle));
    }
    return entry == NozzleMouth::kNowhere ? entry : q.z() - entry;
}

Box3 PlacedNozzle::bounds(Real upstream, Real downstream) const {
    const NozzleMouth& mouth = nozzle_->mouth;
    Box3 box;
    if (!(mouth.first <= mouth.last)) return box;
    for (const Real u : {-mouth.reach_u, mouth.reach_u})
        for (const Real v : {-mouth.reach_v, mouth.reach_v})
            for (const Real w : {mouth.first - upstream, mouth.last + downstream})
                box.extend(place(nozzle_->middle + nozzle_->axes * Vec3(u, v, w)));
    return box;
}

Nozzle disc_nozzle(const DiscEmitter& disc, Real spacing) {
    Nozzle nozzle;
    nozzle.spacing = spacing;
    nozzle.middle = disc.centre;
    nozzle.axes = axes_along(disc.direction.normalized());
    nozzle.mouth.radius = nozzle.mouth.reach_u = nozzle.mouth.reach_v = disc.radius;
    nozzle.jet = {disc.speed, disc.speed_keys, disc.start, disc.stop};
    return nozzle;
}

Nozzle volume_nozzle(FunctionRef<Real(const Vec3&)> signed_distance, const Box3& bounds, const Vec3& velocity,
                     Real spacing) {
    Nozzle nozzle;
    nozzle.spacing = spacing;
    nozzle.axes = axes_along(velocity.normalized());
    nozzle.jet.constant = velocity.norm();
    if (bounds.empty()) {
        nozzle.mouth.last = -1.0f;
        return nozzle;
    }
    nozzle.middle = bounds.centre();
    const auto distance = [&](const Vec3& q) { return signed_distance(nozzle.middle + nozzle.axes * q); };
    const Box3 box = turned(bounds, nozzle.middle, nozzle.axes);
    nozzle.mouth = mouth_of(distance, box, spacing);
    for_each_between(nozzle, -static_cast<double>(box.size().z()) - spacing, 0.0, [&](const Vec3& p) {
        if (signed_distance(p) < 0.0f) nozzle.filling.push_back(p);
    });
    return nozzle;
}

Emission emit(const Nozzle& nozzle, double t, double& until) {
    Emission emission;
    const double since = std::exchange(until, std::max(until, t));
    if (t < nozzle.jet.start || t <= since) return emission;
    const double here = std::min(t, nozzle.jet.stop);  // what comes before the nozzle closes flies on
    const PlacedNozzle placed(nozzle, here);
    const auto add = [&](const Vec3& rest) {
        const Vec3 velocity = placed.velocity_of_rest(rest);
        emission.positions.push_back(placed.place(rest) + static_cast<Real>(t - here) * velocity);
        emission.velocities.push_back(velocity);
    };
    const double before = nozzle.jet.travelled(since), now = nozzle.jet.travelled(t);
    if (since < nozzle.jet.start)
        for (const Vec3& p : nozzle.filling) add(p + static_cast<Real>(now) * nozzle.axes.col(2));
    for_each_between(nozzle, before, now, add);
    return emission;
}

}  // namespace lamella
