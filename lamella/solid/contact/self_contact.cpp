#include <lamella/core/parallel.hpp>
#include <lamella/particles/rest_cells.hpp>
#include <lamella/solid/contact/self_contact.hpp>
#include <lamella/solid/contact/surface_meeting.hpp>

#include <algorithm>

namespace lamella {
namespace {

// In spacings.
constexpr Real kFar = 4.5f;               // between places at rest of what may meet
constexpr Real kNear = 2.0f;              // between outer particles of parts that meet, at most
constexpr Real kPatch = 6.0f;             // between places at rest of what carries one surface, at most
constexpr Real kMargin = 0.5f;            // that a particle may move until lists are made anew
constexpr Real kAhead = 2.02f * kMargin;  // that two come nearer until then, and rounding
constexpr Real kReach = static_cast<Real>(SurfaceMeeting::kSupport) + SurfaceMeeting::kSkin;
constexpr double kMostLever = 12.0;  // of a point that lies on what carries it
constexpr Index kChunk = 16;

bool rest_apart(const Solid& solid, Index i, Index j) {
    const RestShape& shape = solid.elasticity().shape();
    const Real far = kFar * solid.spacing();
    return (shape.place(i) - shape.place(j)).squaredNorm() > far * far;
}

RestCells cells_of(const Solid& solid, Index count, auto&& particle, Real width) {
    Vec3Column places;
    places.resize(count);
    for (Index k = 0; k < count; ++k) places.set(k, solid.position(particle(k)));
    return {places, width * solid.spacing()};
}

// The points of one outer particle.
class OwnerMeeting {
public:
    OwnerMeeting(const Solid& solid, Index owner, const std::vector<Index>& near, const std::vector<char>& outer)
        : solid_(solid), rest_(solid.elasticity().shape().place(owner)), owner_(owner) {
        const Vec3 x = solid.position(owner);
        for (const Index j : near) {
            const Real distance = (solid.position(j) - x).norm();
            if (distance < kReach * solid.spacing()) others_.push_back(j);
            meets_ |= outer[j] != 0 && distance < kNear * solid.spacing();
        }
    }
    bool meets() const { return meets_; }

    void meet(const SurfaceMeeting& meeting, Index k, SurfaceMeeting::Chunk& chunk) const {
        const Vec3 p = meeting.point(k);
        LinearWeights weights = meeting.around(p, nearest_part(p));
        if (!weights.fit() || weights.lever() > kMostLever) return;
        const Vec3 X = meeting.rest_place(weights);
        if ((X - rest_).norm() > kFar * solid_.spacing()) meeting.meet(k, weights, X, p - middle(), chunk);
    }

private:
    // Of what is joined to the particle: further in than the skin.
    Vec3 middle() const {
        Vec3 sum = Vec3::Zero();
        Real count = 0.0f;
        solid_.elasticity().shape().for_each_other(owner_, [&](Index j, Real) {
            sum += solid_.position(j);
            count += 1.0f;
        });
        return sum / count;
    }
    std::vector<Index> nearest_part(const Vec3& p) const {
        const RestShape& shape = solid_.elasticity().shape();
        const auto squared = [&](Index j) { return (solid_.position(j) - p).squaredNorm(); };
        const Vec3 nearest = shape.place(*std::ranges::min_element(others_, {}, squared));
        const Real patch = kPatch * solid_.spacing();
        std::vector<Index> part;
        for (const Index j : others_)
            if ((shape.place(j) - nearest).squaredNorm() < patch * patch) part.push_back(j);
        return part;
    }

    const Solid& solid_;
    Vec3 rest_;
    Index owner_;
    std::vector<Index> others_;
    bool meets_ = false;
};

}  // namespace

bool SelfContact::lists_hold(const Solid& solid) const {
    if (then_.empty()) return false;
    const Real way = kMargin * solid.spacing();
    const Vec3 middle = solid.bounds().centre();
    const auto squared = [&](Index i) { return (solid.position(i) - middle - then_[i]).squaredNorm(); };
    return parallel_max("way since lists", solid.size(), squared, 0.0f) < way * way;
}

void SelfContact::find_lists(const Solid& solid) {
    const TouchPoints& points = solid.touch_points();
    const Index n = points.owner_count();
    then_.resize(static_cast<std::size_t>(solid.size()));
    outer_.assign(then_.size(), 0);
    for (Index i = 0; i < solid.size(); ++i) then_[i] = solid.position(i) - solid.bounds().centre();
    for (Index o = 0; o < n; ++o) outer_[points.owner(o)] = 1;
    owners_.clear();
    const auto owner = [&](Index o) { return points.owner(o); };
    const double radius = (kNear + kAhead) * solid.spacing();
    const RestCells cells = cells_of(solid, n, owner, kNear + kAhead);
    std::vector<char> may_meet(static_cast<std::size_t>(n), 0);
    parallel_for("parts that may meet", n, [&](Index o) {
        cells.for_each_within(solid.position(owner(o)).cast<double>(), radius, [&](Index q, const Vec3d&) {
            if (rest_apart(solid, owner(o), owner(q))) may_meet[o] = 1;
        });
    });
    for (Index o = 0; o < n; ++o)
        if (may_meet[o]) owners_.push_back(o);
    near_.assign(owners_.size(), {});
    if (owners_.empty()) return;
    const Real reach = kReach + kAhead;
    const RestCells all = cells_of(
        solid, solid.size(), [](Index i) { return i; }, reach);
    parallel_for("particles of parts that meet", static_cast<Index>(owners_.size()), [&](Index k) {
        const Index i = owner(owners_[k]);
        all.for_each_within(solid.position(i).cast<double>(), reach * solid.spacing(), [&](Index j, const Vec3d&) {
            if (rest_apart(solid, i, j)) near_[k].push_back(j);
        });
        std::ranges::sort(near_[k]);
    });
}

ContactResult SelfContact::push(Solid& solid, double dt, const ContactTable& before) {
    if (!lists_hold(solid)) find_lists(solid);
    const SurfaceMeeting meeting(solid, solid, 0.5f, dt, before);
    const TouchPoints& points = solid.touch_points();
    const auto n = static_cast<Index>(owners_.size());
    std::vector<SurfaceMeeting::Chunk> chunks(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
    parallel_for(
        "contact with itself", n,
        [&](Index k) {
            const OwnerMeeting owner(solid, points.owner(owners_[k]), near_[k], outer_);
            if (!owner.meets()) return;
            for (Index p = points.begin(owners_[k]); p < points.end(owners_[k]); ++p)
                owner.meet(meeting, p, chunks[k / kChunk]);
        },
        kChunk);
    return push_met(solid, solid, chunks, before);
}

}  // namespace lamella
