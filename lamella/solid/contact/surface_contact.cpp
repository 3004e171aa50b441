#include <lamella/core/parallel.hpp>
#include <lamella/solid/contact/linear_weights.hpp>
#include <lamella/solid/contact/surface_contact.hpp>
#include <lamella/solid/fracture/rest_cells.hpp>

namespace lamella {
namespace {

constexpr double kSupport = 2.8;     // spacings, of the particles that carry the surface
constexpr Real kSkin = 1.0f;         // spacings from the outermost particles to the skin, at most
constexpr Real kDifference = 0.05f;  // spacings, for the normal at rest
constexpr Index kChunk = 16;

Box3 common(const Solid& a, const Solid& b) {
    const Box3 first = a.bounds().padded(kSkin * a.spacing()), second = b.bounds().padded(kSkin * b.spacing());
    return {first.min.cwiseMax(second.min), first.max.cwiseMin(second.max)};
}

// The particles of a solid near a box, where they are now.
class ParticlesNear {
public:
    ParticlesNear(const Solid& solid, const Box3& box) {
        const Box3 wide = box.padded(static_cast<Real>(kSupport) * solid.spacing());
        for (Index i = 0; i < solid.size(); ++i)
            if (wide.contains(solid.position(i))) numbers_.push_back(i);
        Vec3Column places;
        places.resize(static_cast<Index>(numbers_.size()));
        for (Index k = 0; k < places.size(); ++k) places.set(k, solid.position(numbers_[k]));
        cells_ = RestCells(places, static_cast<Real>(kSupport) * solid.spacing());
    }
    bool empty() const { return numbers_.empty(); }
    LinearWeights around(const Vec3& p, double radius) const {
        LinearWeights weights;
        cells_.for_each_within(p.cast<double>(), radius, [&](Index k, const Vec3d& offset) {
            const double q = 1.0 - offset.norm() / radius;
            weights.add(numbers_[k], offset, q * q * q);
        });
        return weights;
    }

private:
    std::vector<Index> numbers_;
    RestCells cells_;
};

// How deep a point lies in a solid, and the way out.
struct Way {
    Real depth;
    Vec3 normal;
};

Way way_out(const Solid& solid, const LinearWeights& weights, Real reach) {
    const RestShape& shape = solid.elasticity().shape();
    const Vec3 first = shape.place(weights.particle(0));
    const auto from_first = [&](Index j) -> Vec3d { return (shape.place(j) - first).cast<double>(); };
    const Vec3 X = first + weights.sum(Vec3d(Vec3d::Zero()), from_first).cast<Real>();
    const Real d = solid.rest_distance(X);
    if (d >= 2.0f * reach) return {-1.0f, Vec3::Zero()};
    const Vec3d out =
        outward_at([&](const Vec3& p) { return solid.rest_distance(p); }, X, kDifference * shape.spacing())
            .cast<double>();
    Vec3d slope = Vec3d::Zero();
    for (Index k = 0; k < weights.count(); ++k) slope += out.dot(from_first(weights.particle(k))) * weights.slope(k);
    const double length = slope.norm();
    if (!(length > 0.0)) return {-1.0f, Vec3::Zero()};
    return {reach - d / static_cast<Real>(length), (slope / length).cast<Real>()};
}

struct Met {
    Index point;
    ContactTable::Row row;
    LinearWeights weights;
    double before;
    double lost;
    bool touches;
};

class SurfaceContact {
public:
    SurfaceContact(const Solid& points_of, const Solid& surface_of, Real share, double dt, const ContactTable& before)
        : a_(points_of),
          b_(surface_of),
          region_(common(points_of, surface_of)),
          near_(surface_of, region_),
          law_(ContactLaw::between(points_of.contact_law(), surface_of.contact_law())),
          share_(share),
          dt_(dt),
          before_(before) {}

    std::vector<std::vector<Met>> meet_all() const {
        std::vector<std::vector<Met>> chunks;
        if (near_.empty()) return chunks;
        const TouchPoints& points = a_.touch_points();
        std::vector<Index> owners;
        const Box3 wide = region_.padded(kSkin * a_.spacing());
        for (Index o = 0; o < points.owner_count(); ++o)
            if (wide.contains(a_.position(points.owner(o)))) owners.push_back(o);
        const auto n = static_cast<Index>(owners.size());
        chunks.resize(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
        parallel_for(
            "contact of solids", n,
            [&](Index k) {
                for (Index p = points.begin(owners[k]); p < points.end(owners[k]); ++p) meet(p, chunks[k / kChunk]);
            },
            kChunk);
        return chunks;
    }

private:
    void meet(Index k, std::vector<Met>& met) const {
        const TouchPoints& points = a_.touch_points();
        const Vec3 p = points.interpolated(k, [&](Index i) { return a_.position(i); });
        if (!region_.contains(p)) return;
        LinearWeights weights = near_.around(p, kSupport * b_.spacing());
        if (!weights.fit()) return;
        const Way way = way_out(b_, weights, points.reach(k));
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
        met.push_back(
            {k, {points.name(k), 0, now}, weights, then.stored, lost_in(then, now, v, dt_), way.depth > 0.0f});
    }

    const Solid& a_;
    const Solid& b_;
    Box3 region_;
    ParticlesNear near_;
    ContactLaw law_;
    Real share_;
    double dt_;
    const ContactTable& before_;
};

}  // namespace

ContactResult push_points_out(Solid& points_of, Solid& surface_of, Real share, double dt, const ContactTable& before) {
    ContactResult result;
    result.lost = before.stored();
    if (common(points_of, surface_of).empty()) return result;
    for (const auto& chunk : SurfaceContact(points_of, surface_of, share, dt, before).meet_all())
        for (const Met& met : chunk) {
            result.lost += met.lost - met.before;
            if (!met.touches) continue;
            result.rows.push_back(met.row);
            const Vec3& force = met.row.memory.force;
            points_of.touch_points().for_each_tie(met.point,
                                                  [&](Index i, Real weight) { points_of.push(i, weight * force); });
            for (Index k = 0; k < met.weights.count(); ++k)
                surface_of.push(met.weights.particle(k), static_cast<Real>(-met.weights.weight(k)) * force);
        }
    return result;
}

}  // namespace lamella
