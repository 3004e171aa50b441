#include <lamella/core/parallel.hpp>
#include <lamella/rigid/contact_points.hpp>
#include <lamella/rigid/contact_reduction.hpp>
#include <lamella/rigid/turned_boxes.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kPairChunk = 16;
constexpr Real kRounding = 1e-5f;    // of the extents of bodies, for what is left out unseen
constexpr double kSlopeStep = 0.02;  // of the body's size, for differences of its distance; less than its skin

Box3 box_of(const RigidBody& body, const RigidTransform& pose, double margin) {
    const Vec3 centre = pose.apply(body.bounds.centre());
    const Vec3 half = pose.rotation.cwiseAbs() * (0.5f * body.bounds.size());
    return Box3{centre - half, centre + half}.padded(static_cast<Real>(margin));
}

bool meet(const Box3& a, const Box3& b) {
    return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

// Whether a contact of both could change anything: a sleeper wakes where something that is held touches it.
bool can_answer(const RigidState& a, const RigidState& b) {
    return !(a.asleep() && b.asleep()) && !(a.held() && b.held());
}

// Pairs of rigid bodies whose boxes meet, by sweeping along x; the lower number first, in ascending order.
std::vector<std::pair<Index, Index>> close_pairs(std::span<const Box3> boxes, std::span<const RigidState> states) {
    std::vector<Index> order(boxes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](Index i, Index j) {
        const Real a = boxes[i].min.x(), b = boxes[j].min.x();
        return a != b ? a < b : i < j;
    });
    std::vector<std::pair<Index, Index>> pairs;
    std::vector<Index> open;
    for (const Index i : order) {
        std::erase_if(open, [&](Index j) { return boxes[j].max.x() < boxes[i].min.x(); });
        for (const Index j : open)
            if (meet(boxes[i], boxes[j]) && can_answer(states[i], states[j]))
                pairs.emplace_back(std::min(i, j), std::max(i, j));
        open.push_back(i);
    }
    std::ranges::sort(pairs);
    return pairs;
}

// The direction away from the solid at x, from central differences.
Vec3d away_from(const Body& body, const BodyState& state, const Vec3& x, Real step) {
    Vec3 slope;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 way = step * Vec3::Unit(axis);
        slope[axis] = body.distance(state, x + way) - body.distance(state, x - way);
    }
    const Vec3d direction = slope.cast<double>();
    const double length = direction.norm();
    return length > 0.0 ? Vec3d(direction / length) : Vec3d(Vec3d::UnitY());
}

// The skin of one body against the distance of another.
struct SkinContact {
    const RigidBody& skinned;
    const RigidTransform& pose;
    const Body& solid;
    const BodyState& solid_state;
    double margin;
    Real slope_step;

    // Calls f(point k of the skin, its place, the distance from the solid to its ball, the direction to it) for points
    // that `reached` holds, as `seen` from there.
    template <class F>
    void for_each(const RigidTransform& seen, const Box3& reached, F&& f) const {
        const Real radius = skinned.skin.radius;
        for (std::size_t k = 0; k < skinned.skin.places.size(); ++k) {
            if (!reached.contains(seen.apply(skinned.skin.places[k]))) continue;
            const Vec3 x = pose.apply(skinned.skin.places[k]);
            const Real distance = solid.distance(solid_state, x);
            const auto gap = static_cast<double>(distance - radius);
            if (!(gap <= margin)) continue;
            f(static_cast<std::int64_t>(k), Vec3d(x.cast<double>()), gap, away_from(solid, solid_state, x, slope_step));
        }
    }
};

class Finder {
public:
    Finder(const ContactScene& scene, const BodyStates& now, std::span<const RigidState> states,
           std::span<const double> margins)
        : scene_(scene), now_(now), states_(states), margins_(margins), boxes_(scene.rigid.size()) {
        for (std::size_t i = 0; i < boxes_.size(); ++i)
            boxes_[i] = box_of(scene.rigid[i], pose(static_cast<Index>(i)), margins[i]);
        for (std::size_t b = 0; b < scene.bodies.size(); ++b)
            if (!scene.is_rigid(static_cast<Index>(b))) moved_by_others_.push_back(b);
    }

    std::vector<Contact> all() const {
        const auto pairs = close_pairs(boxes_, states_);
        std::vector<std::vector<Contact>> found(pairs.size() + scene_.rigid.size());
        parallel_for(
            "contacts of pairs", static_cast<Index>(pairs.size()),
            [&](Index k) { found[k] = reduced(between(pairs[k].first, pairs[k].second)); }, kPairChunk);
        parallel_for(
            "contacts of bodies", static_cast<Index>(scene_.rigid.size()),
            [&](Index i) { found[pairs.size() + i] = with_still(i); }, kPairChunk);
        std::vector<Contact> contacts;
        for (const auto& some : found) contacts.insert(contacts.end(), some.begin(), some.end());
        return contacts;
    }

private:
    const RigidTransform& pose(Index i) const { return state(i).pose; }
    const BodyState& state(Index i) const { return now_.of[scene_.rigid[i].number]; }
    const Body& body(Index i) const { return scene_.bodies[scene_.rigid[i].number]; }
    static Real reach_of(const RigidBody& body) { return body.bounds.size().norm(); }
    static Real slope_step(const RigidBody& body) { return static_cast<Real>(kSlopeStep * body.size()); }

    std::vector<Contact> between(Index a, Index b) const {
        std::vector<Contact> found;
        const RigidBody &ra = scene_.rigid[a], &rb = scene_.rigid[b];
        const double margin = margins_[a] + margins_[b];
        const Real reach = static_cast<Real>(margin) + kRounding * (reach_of(ra) + reach_of(rb));
        const TurnedBox a_from_b(ra.bounds, pose(a), pose(b));
        if (!a_from_b.near(rb.bounds, reach)) return found;
        const TurnedBox b_from_a(rb.bounds, pose(b), pose(a));
        const Contact pair{.a = a, .b = b, .other = rb.number, .normal = {}, .on_a = {}, .on_b = {}};
        SkinContact{ra, pose(a), body(b), state(b), margin, slope_step(rb)}.for_each(
            {a_from_b.turn, a_from_b.shift}, rb.bounds.padded(reach + ra.skin.radius),
            [&](std::int64_t k, const Vec3d& x, double gap, const Vec3d& n) {
                Contact c = pair;
                c.feature = 2 * k;
                c.normal = n;
                c.gap = gap;
                c.on_a = x - static_cast<double>(ra.skin.radius) * n;
                c.on_b = c.on_a - gap * n;
                found.push_back(c);
            });
        SkinContact{rb, pose(b), body(a), state(a), margin, slope_step(ra)}.for_each(
            {b_from_a.turn, b_from_a.shift}, ra.bounds.padded(reach + rb.skin.radius),
            [&](std::int64_t k, const Vec3d& x, double gap, const Vec3d& n) {
                Contact c = pair;
                c.feature = 2 * k + 1;
                c.normal = -n;
                c.gap = gap;
                c.on_b = x - static_cast<double>(rb.skin.radius) * n;
                c.on_a = c.on_b - gap * n;
                found.push_back(c);
            });
        return found;
    }

    // With the domain's walls and the bodies that others move.
    std::vector<Contact> with_still(Index i) const {
        std::vector<Contact> all;
        if (states_[i].held()) return all;
        const bool asleep = states_[i].asleep();  // then only what moves matters
        for (int face = 0; face < 6 && !asleep; ++face) append(reduced(with_wall(i, face / 2, face % 2 == 1)), all);
        for (const std::size_t other : moved_by_others_)
            if (!asleep || scene_.bodies[other].moves()) append(reduced(with_body(i, other)), all);
        return all;
    }

    static void append(const std::vector<Contact>& some, std::vector<Contact>& all) {
        all.insert(all.end(), some.begin(), some.end());
    }

    std::vector<Contact> with_wall(Index i, int axis, bool upper) const {
        std::vector<Contact> found;
        const RigidBody& r = scene_.rigid[i];
        const Real wall = upper ? scene_.walls.max[axis] : scene_.walls.min[axis];
        const Real nearest = upper ? wall - boxes_[i].max[axis] : boxes_[i].min[axis] - wall;
        if (!(nearest <= 0.0f)) return found;  // boxes are wider by the margin
        const Vec3d n = (upper ? -1.0 : 1.0) * Vec3d::Unit(axis);
        for (std::size_t k = 0; k < r.skin.places.size(); ++k) {
            const Vec3d x = pose(i).apply(r.skin.places[k]).cast<double>();
            const double gap = (upper ? wall - x[axis] : x[axis] - wall) - static_cast<double>(r.skin.radius);
            if (!(gap <= margins_[i])) continue;
            const Vec3d on_a = x - static_cast<double>(r.skin.radius) * n;
            found.push_back({i, -1, kDomainWalls, static_cast<std::int64_t>(6 * k) + 2 * axis + upper, n, on_a,
                             on_a - gap * n, gap, Vec3d::Zero()});
        }
        return found;
    }

    std::vector<Contact> with_body(Index i, std::size_t other) const {
        std::vector<Contact> found;
        const RigidBody& r = scene_.rigid[i];
        const Body& solid = scene_.bodies[other];
        const BodyState& there = now_.of[other];
        const double far = r.reach() + margins_[i];
        const Vec3 centre = pose(i).apply(r.centre.cast<Real>());
        if (static_cast<double>(solid.distance(there, centre)) > far) return found;
        SkinContact{r, pose(i), solid, there, margins_[i], slope_step(r)}.for_each(
            pose(i), boxes_[i].padded(r.skin.radius), [&](std::int64_t k, const Vec3d& x, double gap, const Vec3d& n) {
                const Vec3d on_a = x - static_cast<double>(r.skin.radius) * n;
                const Vec3d on_b = on_a - gap * n;
                const Vec3d ground = Body::velocity(there, on_b.cast<Real>()).cast<double>();
                found.push_back({i, -1, static_cast<Index>(other), k, n, on_a, on_b, gap, ground});
            });
        return found;
    }

    const ContactScene& scene_;
    const BodyStates& now_;
    std::span<const RigidState> states_;
    std::span<const double> margins_;
    std::vector<Box3> boxes_;
    std::vector<std::size_t> moved_by_others_;  // or resting
};

}  // namespace

bool ContactScene::is_rigid(Index number) const {
    return std::holds_alternative<MovedBySolver>(bodies[static_cast<std::size_t>(number)].motion);
}

std::vector<Contact> find_contacts(const ContactScene& scene, const BodyStates& now, std::span<const RigidState> states,
                                   std::span<const double> margins) {
    return Finder(scene, now, states, margins).all();
}

}  // namespace lamella
