#include <lamella/core/parallel.hpp>
#include <lamella/particles/rest_cells.hpp>
#include <lamella/solid/contact/surface_contact.hpp>
#include <lamella/solid/contact/surface_meeting.hpp>

#include <algorithm>

namespace lamella {
namespace {

constexpr double kSupport = SurfaceMeeting::kSupport;
constexpr Real kSkin = SurfaceMeeting::kSkin;
constexpr Real kNear = 2.2f;  // of the larger spacing, between particles whose skins touch, at most
constexpr Index kChunk = 16;

Box3 common(const Solid& a, const Solid& b) {
    const Box3 first = a.bounds().padded(kSkin * a.spacing()), second = b.bounds().padded(kSkin * b.spacing());
    return {first.min.cwiseMax(second.min), first.max.cwiseMin(second.max)};
}

// The particles of a solid near a box, where they are now.
class ParticlesNear {
public:
    ParticlesNear(const Solid& solid, const Box3& box, Real near) {
        const Box3 wide = box.padded(static_cast<Real>(kSupport) * solid.spacing());
        for (Index i = 0; i < solid.size(); ++i)
            if (wide.contains(solid.position(i))) numbers_.push_back(i);
        Vec3Column places;
        places.resize(static_cast<Index>(numbers_.size()));
        for (Index k = 0; k < places.size(); ++k) places.set(k, solid.position(numbers_[k]));
        cells_ = RestCells(places, static_cast<Real>(kSupport) * solid.spacing());
        mark(places, wide, near);
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
    std::vector<Index> within(const Vec3& x, double radius) const {
        std::vector<Index> near;
        cells_.for_each_within(x.cast<double>(), radius, [&](Index k, const Vec3d&) { near.push_back(numbers_[k]); });
        return near;
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

class SurfaceContact {
public:
    SurfaceContact(const Solid& points_of, const Solid& surface_of, Real share, double dt, const ContactTable& before)
        : a_(points_of),
          b_(surface_of),
          region_(common(points_of, surface_of)),
          nearest_(kNear * std::max(points_of.spacing(), surface_of.spacing())),
          near_(surface_of, region_, nearest_),
          meeting_(points_of, surface_of, share, dt, before) {}

    std::vector<SurfaceMeeting::Chunk> meet_all() const {
        std::vector<SurfaceMeeting::Chunk> chunks;
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
            "contact of solids", n, [&](Index k) { meet(owners[k], chunks[k / kChunk]); }, kChunk);
        return chunks;
    }

private:
    // The points of an outer particle, around which the other's particles are looked up once.
    void meet(Index o, SurfaceMeeting::Chunk& chunk) const {
        const TouchPoints& points = a_.touch_points();
        std::vector<std::pair<Index, Vec3>> places;
        for (Index k = points.begin(o); k < points.end(o); ++k)
            if (const Vec3 p = meeting_.point(k); region_.contains(p)) places.emplace_back(k, p);
        if (places.empty()) return;
        const Vec3 middle = places.front().second;
        double way = 0.0;
        for (const auto& [k, p] : places) way = std::max<double>(way, (p - middle).norm());
        const std::vector<Index> particles = near_.within(middle, 1.001 * (meeting_.radius() + way));
        const Vec3 x = a_.position(points.owner(o));
        if (std::ranges::none_of(particles,
                                 [&](Index j) { return (b_.position(j) - x).squaredNorm() < nearest_ * nearest_; }))
            return;
        for (const auto& [k, p] : places)
            if (LinearWeights weights = meeting_.around(p, particles); weights.fit())
                meeting_.meet(k, weights, meeting_.rest_place(weights), Vec3::Zero(), chunk);
    }

    const Solid& a_;
    const Solid& b_;
    Box3 region_;
    Real nearest_;
    ParticlesNear near_;
    SurfaceMeeting meeting_;
};

}  // namespace

ContactResult push_points_out(Solid& points_of, Solid& surface_of, Real share, double dt, const ContactTable& before) {
    std::vector<SurfaceMeeting::Chunk> chunks;
    if (!common(points_of, surface_of).empty())
        chunks = SurfaceContact(points_of, surface_of, share, dt, before).meet_all();
    return push_met(points_of, surface_of, chunks, before);
}

}  // namespace lamella
