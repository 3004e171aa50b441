#include <lamella/core/parallel.hpp>
#include <lamella/particles/rest_cells.hpp>
#include <lamella/solid/contact/linear_weights.hpp>
#include <lamella/solid/contact/surface_contact.hpp>

namespace lamella {
namespace {

constexpr double kSupport = 2.8;     // spacings, of the particles that carry the surface
constexpr Real kNear = 2.2f;         // spacings from a particle whose points touch to the other's particles, at most
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
        mark(places, wide, kNear * solid.spacing());
    }
    bool empty() const { return numbers_.empty(); }
    // False only where none is near x.
    bool may_be_near(const Vec3& x) const {
        const Vec3i at = cell_of(x);
        for (Index z = -1; z <= 1; ++z)
            for (Index y = -1; y <= 1; ++y)
                for (Index across = -1; across <= 1; ++across)
                    if (is_marked(at + Vec3i(across, y, z))) return true;
        return false;
    }
    LinearWeights around(const Vec3& p, double radius) const {
        LinearWeights weights;
        cells_.for_each_within(p.cast<double>(), radius, [&](Index k, const Vec3d& offset) {
            const double q = 1.0 - offset.norm() / radius;
            weights.add(numbers_[k], offset, q * q * q);
        });
        return weights;
    }

private:
    void mark(const Vec3Column& places, const Box3& box, Real width) {
        low_ = box.min;
        width_ = width;
        counts_ = cell_of(box.max) + Vec3i::Ones();
        marks_.assign(static_cast<std::size_t>(counts_.x()) * counts_.y() * counts_.z(), 0);
        for (Index k = 0; k < places.size(); ++k) marks_[number_of(cell_of(places[k]))] = 1;
    }
    Vec3i cell_of(const Vec3& x) const { return ((x - low_) / width_).array().floor().cast<Index>(); }
    std::size_t number_of(const Vec3i& cell) const {
        return (static_cast<std::size_t>(cell.z()) * counts_.y() + cell.y()) * counts_.x() + cell.x();
    }
    bool is_marked(const Vec3i& cell) const {
        return (cell.array() >= 0).all() && (cell.array() < counts_.array()).all() && marks_[number_of(cell)] != 0;
    }

    std::vector<Index> numbers_;
    RestCells cells_;
    Vec3 low_ = Vec3::Zero();
    Real width_ = 1.0f;
    Vec3i counts_ = Vec3i::Zero();
    std::vector<char> marks_;  // of the cells with particles
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
    double before;
    double lost;
    bool touches;
    std::size_t end;  // of the other's particles that it pushes
};

struct Chunk {
    std::vector<Met> met;
    std::vector<std::pair<Index, Real>> pushed;  // and their shares
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

    std::vector<Chunk> meet_all() const {
        std::vector<Chunk> chunks;
        if (near_.empty()) return chunks;
        const TouchPoints& points = a_.touch_points();
        std::vector<Index> owners;
        const Box3 wide = region_.padded(kSkin * a_.spacing());
        for (Index o = 0; o < points.owner_count(); ++o)
            if (const Vec3 x = a_.position(points.owner(o)); wide.contains(x) && near_.may_be_near(x))
                owners.push_back(o);
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
    void meet(Index k, Chunk& chunk) const {
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
        const bool touches = way.depth > 0.0f;
        if (touches)
            for (Index j = 0; j < weights.count(); ++j)
                chunk.pushed.emplace_back(weights.particle(j), static_cast<Real>(weights.weight(j)));
        chunk.met.push_back(
            {k, {points.name(k), 0, now}, then.stored, lost_in(then, now, v, dt_), touches, chunk.pushed.size()});
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
    for (const Chunk& chunk : SurfaceContact(points_of, surface_of, share, dt, before).meet_all()) {
        std::size_t next = 0;
        for (const Met& met : chunk.met) {
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
