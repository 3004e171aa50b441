#include <lamella/core/parallel.hpp>
#include <lamella/rigid/box_contact.hpp>
#include <lamella/rigid/close_pairs.hpp>
#include <lamella/rigid/contact_points.hpp>
#include <lamella/rigid/contact_reduction.hpp>
#include <lamella/rigid/turned_boxes.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kChunk = 16;
constexpr Real kRounding = 1e-5f;    // of the extents of bodies, for what is left out unseen
constexpr double kSlopeStep = 0.02;  // of the body's size, for differences of its distance; less than its skin

Box3 box_of(const RigidBody& body, const RigidTransform& pose, double margin) {
    const Vec3 centre = pose.apply(body.bounds.centre());
    const Vec3 half = pose.rotation.cwiseAbs() * (0.5f * body.bounds.size());
    return Box3{centre - half, centre + half}.padded(static_cast<Real>(margin));
}

// Whether a contact of both could change anything: a sleeper wakes where something that is held touches it.
bool can_answer(const RigidState& a, const RigidState& b) {
    return !(a.asleep() && b.asleep()) && !(a.held() && b.held());
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
        auto pairs = close_pairs(boxes_);
        std::erase_if(pairs, [&](const auto& p) { return !can_answer(states_[p.first], states_[p.second]); });
        std::vector<Contact> contacts;
        gather("contacts of pairs", static_cast<Index>(pairs.size()), contacts,
               [&](Index k, std::vector<Contact>& found) { between(pairs[k].first, pairs[k].second, found); });
        gather("contacts of bodies", static_cast<Index>(scene_.rigid.size()), contacts,
               [&](Index i, std::vector<Contact>& found) { with_still(i, found); });
        return contacts;
    }

private:
    const RigidTransform& pose(Index i) const { return state(i).pose; }
    const BodyState& state(Index i) const { return now_.of[scene_.rigid[i].number]; }
    const Body& body(Index i) const { return scene_.bodies[scene_.rigid[i].number]; }
    static Real reach_of(const RigidBody& body) { return body.bounds.size().norm(); }
    static Real slope_step(const RigidBody& body) { return static_cast<Real>(kSlopeStep * body.size()); }

    // What find(k, found) finds for all k, in their order.
    template <class Find>
    static void gather(const char* label, Index n, std::vector<Contact>& contacts, const Find& find) {
        std::vector<std::vector<Contact>> found(static_cast<std::size_t>((n + kChunk - 1) / kChunk));
        parallel_chunks(label, n, kChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t k = begin; k < end; ++k) find(static_cast<Index>(k), found[chunk]);
        });
        for (const auto& some : found) contacts.insert(contacts.end(), some.begin(), some.end());
    }

    // Boxes and balls by their forms, all others by their skins.
    void between(Index a, Index b, std::vector<Contact>& found) const {
        const RigidBody &ra = scene_.rigid[a], &rb = scene_.rigid[b];
        const double margin = margins_[a] + margins_[b];
        const Contact pair{.a = a, .b = b, .other = rb.number, .normal = {}, .on_a = {}, .on_b = {}};
        if (ra.box && rb.box)
            touch_boxes(placed(a), placed(b), margin, pair, found);
        else if (ra.skin.is_ball() && rb.skin.is_ball())
            touch_balls(states_[a].centre, radius(a), states_[b].centre, radius(b), margin, pair, found);
        else if (ra.skin.is_ball() && rb.box)
            touch_ball_and_box(states_[a].centre, radius(a), placed(b), margin, pair, found);
        else if (ra.box && rb.skin.is_ball())
            append_turned(b, a, margin, pair, found);
        else
            append(reduced(between_skins(a, b)), found);
    }

    PlacedBox placed(Index i) const { return placed_box(scene_.rigid[i], states_[i]); }
    double radius(Index i) const { return static_cast<double>(scene_.rigid[i].skin.radius); }

    // Of the ball with the box, as contacts of the box.
    void append_turned(Index ball, Index box, double margin, const Contact& pair, std::vector<Contact>& found) const {
        const std::size_t before = found.size();
        touch_ball_and_box(states_[ball].centre, radius(ball), placed(box), margin, pair, found);
        for (std::size_t k = before; k < found.size(); ++k) {
            found[k].normal = -found[k].normal;
            std::swap(found[k].on_a, found[k].on_b);
        }
    }

    std::vector<Contact> between_skins(Index a, Index b) const {
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
    void with_still(Index i, std::vector<Contact>& found) const {
        if (states_[i].held()) return;
        const bool asleep = states_[i].asleep();  // then only what moves matters
        for (int face = 0; face < 6 && !asleep; ++face) append(reduced(with_wall(i, face / 2, face % 2 == 1)), found);
        for (const std::size_t other : moved_by_others_)
            if (!asleep || scene_.bodies[other].moves()) append(reduced(with_body(i, other)), found);
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
        if (r.box) return box_with_wall(i, axis, upper, wall, n);
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

    // By its corners.
    std::vector<Contact> box_with_wall(Index i, int axis, bool upper, Real wall, const Vec3d& n) const {
        std::vector<Contact> found;
        const PlacedBox box = placed(i);
        for (int k = 0; k < 8; ++k) {
            const Vec3d signs((k & 1) != 0 ? 1.0 : -1.0, (k & 2) != 0 ? 1.0 : -1.0, (k & 4) != 0 ? 1.0 : -1.0);
            const Vec3d corner = box.centre + box.axes * signs.cwiseProduct(box.half);
            const double gap = (corner[axis] - static_cast<double>(wall)) * n[axis];
            if (gap <= margins_[i])
                found.push_back(
                    {i, -1, kDomainWalls, 6 * k + 2 * axis + upper, n, corner, corner - gap * n, gap, Vec3d::Zero()});
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
