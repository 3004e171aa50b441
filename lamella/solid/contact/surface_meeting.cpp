#include <lamella/solid/contact/surface_meeting.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kDifference = 0.05f;  // spacings, for the normal at rest
constexpr Real kNearest = 1.8f;      // spacings from a surface to its nearest particle, at most, drawn out to twice

}  // namespace

SurfaceMeeting::SurfaceMeeting(const Solid& points_of, const Solid& surface_of, Real share, double dt,
                               const ContactTable& before)
    : a_(points_of),
      b_(surface_of),
      law_(ContactLaw::between(points_of.contact_law(), surface_of.contact_law())),
      radius_(kSupport * surface_of.spacing()),
      share_(share),
      dt_(dt),
      before_(before) {}

Vec3 SurfaceMeeting::point(Index k) const {
    return a_.touch_points().interpolated(k, [&](Index i) { return a_.position(i); });
}

LinearWeights SurfaceMeeting::around(const Vec3& p, std::span<const Index> particles) const {
    LinearWeights weights;
    const auto squared = [&](Index j) { return (b_.position(j) - p).squaredNorm(); };
    const Real nearest = kNearest * b_.spacing();
    if (std::ranges::none_of(particles, [&](Index j) { return squared(j) < nearest * nearest; })) return weights;
    const Vec3d at = p.cast<double>();
    for (const Index j : particles) {
        const Vec3d offset = b_.position(j).cast<double>() - at;
        if (offset.squaredNorm() >= radius_ * radius_) continue;
        const double q = 1.0 - offset.norm() / radius_;
        weights.add(j, offset, q * q * q);
    }
    return weights;
}

Vec3 SurfaceMeeting::rest_place(const LinearWeights& weights) const {
    const RestShape& shape = b_.elasticity().shape();
    const Vec3 first = shape.place(weights.particle(0));
    const auto from_first = [&](Index j) -> Vec3d { return (shape.place(j) - first).cast<double>(); };
    return first + weights.sum(Vec3d(Vec3d::Zero()), from_first).cast<Real>();
}

SurfaceMeeting::Way SurfaceMeeting::way_out(const LinearWeights& weights, const Vec3& X, Real reach) const {
    const RestShape& shape = b_.elasticity().shape();
    const Real d = b_.rest_distance(X);
    if (d >= 2.0f * reach) return {-1.0f, Vec3::Zero()};
    const Vec3d out =
        outward_at([&](const Vec3& p) { return b_.rest_distance(p); }, X, kDifference * shape.spacing()).cast<double>();
    const Vec3 first = shape.place(weights.particle(0));
    Vec3d slope = Vec3d::Zero();
    for (Index k = 0; k < weights.count(); ++k)
        slope += out.dot((shape.place(weights.particle(k)) - first).cast<double>()) * weights.slope(k);
    const double length = slope.norm();
    if (!(length > 0.0)) return {-1.0f, Vec3::Zero()};
    return {reach - d / static_cast<Real>(length), (slope / length).cast<Real>()};
}

void SurfaceMeeting::meet(Index k, const LinearWeights& weights, const Vec3& X, const Vec3& outwards,
                          Chunk& chunk) const {
    const TouchPoints& points = a_.touch_points();
    const Way way = way_out(weights, X, points.reach(k));
    if (way.normal.dot(outwards) > 0.0f) return;
    const ContactTable::Row* before = before_.find(points.name(k));
    if (way.depth <= 0.0f && !before) return;
    const Vec3 of_b =
        weights.sum(Vec3d(Vec3d::Zero()), [&](Index j) -> Vec3d { return b_.velocity(j).template cast<double>(); })
            .cast<Real>();
    const Vec3 v = points.interpolated(k, [&](Index i) { return a_.velocity(i); }) - of_b;
    const ContactMemory then = before ? before->memory : ContactMemory();
    ContactMemory now;
    if (way.depth > 0.0f) {
        now.share = std::min(then.share, stable_share(points.lever(k) + static_cast<Real>(weights.lever())));
        const Touching touching{share_ * now.share * points.area(k), way.depth, way.normal, v};
        now.spring = then.spring;
        now.force = contact_force(law_, touching, dt_, true, now.spring);
        now.stored = stored_in(law_, touching, now.spring);
    }
    const bool touches = way.depth > 0.0f;
    if (touches)
        for (Index j = 0; j < weights.count(); ++j)
            chunk.pushed.emplace_back(weights.particle(j), static_cast<Real>(weights.weight(j)));
    chunk.met.push_back(
        {k, {points.name(k), 0, now}, then.stored, lost_in(then, now, v, dt_), touches, chunk.pushed.size()});
}

ContactResult push_met(Solid& points_of, Solid& surface_of, std::span<const SurfaceMeeting::Chunk> chunks,
                       const ContactTable& before) {
    ContactResult result;
    result.lost = before.stored();
    for (const SurfaceMeeting::Chunk& chunk : chunks) {
        std::size_t next = 0;
        for (const SurfaceMeeting::Chunk::Met& met : chunk.met) {
            result.lost += met.lost - met.before;
            if (!met.touches) continue;
            result.rows.push_back(met.row);
            const Vec3& force = met.row.memory.force;
            points_of.touch_points().for_each_tie(met.point,
                                                  [&](Index i, Real weight) { points_of.push(i, weight * force); });
            for (; next < met.end; ++next)
                surface_of.push(chunk.pushed[next].first, -chunk.pushed[next].second * force);
        }
    }
    return result;
}

}  // namespace lamella
