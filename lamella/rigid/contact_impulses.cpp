#include <lamella/rigid/contact_impulses.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace lamella {
namespace {

constexpr double kDamping = 10.0;      // of the springs, of the critical one
constexpr double kShareOfStep = 0.15;  // frequency of the springs, in 1 / (small step)

// A spring of that frequency, stepped implicitly.
struct SoftSpring {
    double pull;  // b: speed that a gap asks for
    double mass;  // a
    double leak;  // c

    explicit SoftSpring(double h) {
        const double omega = 2.0 * std::numbers::pi * kShareOfStep / h;
        const double a1 = 2.0 * kDamping + h * omega;
        const double a2 = h * omega * a1;
        pull = omega / a1;
        mass = a2 / (1.0 + a2);
        leak = 1.0 / (1.0 + a2);
    }
};

}  // namespace

ContactImpulses::ContactImpulses(std::vector<Contact> contacts, std::span<const RigidBody> bodies,
                                 std::span<RigidState> states, std::span<const ContactImpulse> before,
                                 const ImpulseSettings& settings)
    : contacts_(std::move(contacts)),
      solved_(contacts_.size()),
      bodies_(bodies),
      states_(states),
      moved_(bodies.size()),
      settings_(settings) {
    refresh();
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        Solved& s = solved_[k];
        const RigidBody& a = bodies_[c.a];
        const auto arm = [&](Index i, const Vec3d& at) {
            const Vec3d from_centre = at - states_[i].centre;
            return bodies_[i].skin.is_ball() ? from_centre : Vec3d(states_[i].frame.transpose() * from_centre);
        };
        s.arm_a = arm(c.a, c.on_a);
        s.arm_b = c.b < 0 ? c.on_b : arm(c.b, c.on_b);
        s.gap = c.gap - c.normal.dot(c.on_a - c.on_b);
        s.friction = c.b < 0 ? a.friction : std::sqrt(a.friction * bodies_[c.b].friction);
        s.restitution = c.b < 0 ? a.restitution : std::sqrt(a.restitution * bodies_[c.b].restitution);
        s.approach = c.normal.dot(speed(c, arms(k)));
    }
    match(before);
}

void ContactImpulses::match(std::span<const ContactImpulse> before) {
    std::map<std::tuple<Index, Index, std::int64_t>, const ContactImpulse*> known;
    for (const ContactImpulse& impulse : before) known[{impulse.a, impulse.other, impulse.feature}] = &impulse;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        const auto found = known.find({c.a, c.other, c.feature});
        if (found == known.end()) continue;
        const Vec3d& across = found->second->across;
        solved_[k].normal = found->second->normal;
        solved_[k].across = across - c.normal.dot(across) * c.normal;
    }
}

void ContactImpulses::refresh() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        moved_[i] = {};
        if (states_[i].asleep()) continue;
        moved_[i].spin = spin_of(bodies_[i], states_[i]);
        if (states_[i].held()) continue;
        moved_[i].inverse_mass = inverse_mass(bodies_[i]);
        moved_[i].inverse_inertia = inverse_inertia(bodies_[i], states_[i]);
    }
}

// Points of a skin turn with the body; the point in which a ball is touched does not.
ContactImpulses::Arms ContactImpulses::arms(std::size_t k) const {
    const Contact& c = contacts_[k];
    const Solved& s = solved_[k];
    const auto arm = [&](Index i, const Vec3d& at) {
        return bodies_[i].skin.is_ball() ? at : Vec3d(states_[i].frame * at);
    };
    return {arm(c.a, s.arm_a), c.b < 0 ? s.arm_b : arm(c.b, s.arm_b)};
}

// Of a against b.
Vec3d ContactImpulses::speed(const Contact& c, const Arms& arms) const {
    const Vec3d a = states_[c.a].velocity + cross(moved_[c.a].spin, arms.a);
    if (c.b < 0) return a - c.ground;
    return a - states_[c.b].velocity - cross(moved_[c.b].spin, arms.b);
}

double ContactImpulses::gap_now(std::size_t k, const Arms& arms) const {
    const Contact& c = contacts_[k];
    const Vec3d on_a = states_[c.a].centre + arms.a;
    const Vec3d on_b = c.b < 0 ? Vec3d(arms.b + ground_time_ * c.ground) : Vec3d(states_[c.b].centre + arms.b);
    return solved_[k].gap + c.normal.dot(on_a - on_b);
}

double ContactImpulses::mass_along(const Contact& c, const Arms& arms, const Vec3d& n) const {
    const auto answer = [&](Index i, const Vec3d& arm) {
        const Vec3d lever = cross(arm, n);
        return moved_[i].inverse_mass.dot(n.cwiseAbs2()) + lever.dot(moved_[i].inverse_inertia * lever);
    };
    const double all = answer(c.a, arms.a) + (c.b < 0 ? 0.0 : answer(c.b, arms.b));
    return all > 0.0 ? 1.0 / all : 0.0;
}

void ContactImpulses::give(std::size_t k, const Arms& arms, const Vec3d& impulse) {
    const Contact& c = contacts_[k];
    const auto push = [&](Index i, const Vec3d& arm, const Vec3d& j) {
        if (!states_[i].moves_freely()) return;
        const Vec3d angular = cross(arm, j);
        states_[i].velocity += moved_[i].inverse_mass.cwiseProduct(j);
        states_[i].angular += angular;
        moved_[i].spin += moved_[i].inverse_inertia * angular;
    };
    push(c.a, arms.a, impulse);
    if (c.b >= 0) push(c.b, arms.b, -impulse);
    solved_[k].given += impulse;
    solved_[k].given_angular += cross(Vec3d(states_[c.a].centre + arms.a), impulse);
}

void ContactImpulses::push_apart(double h) {
    refresh();
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        give(k, arms(k), solved_[k].normal * contacts_[k].normal + solved_[k].across);
    solve(h, true);
}

void ContactImpulses::relax() {
    refresh();
    solve(0.0, false);
}

void ContactImpulses::solve(double h, bool springs) {
    const SoftSpring spring(springs ? h : 1.0);
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        rub(k, arms(k));  // first: what keeps bodies apart has the last word
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        Solved& s = solved_[k];
        const Arms at = arms(k);
        const double gap = gap_now(k, at);
        double asked = 0.0, share = 1.0, leak = 0.0;
        if (gap > 0.0) {
            if (!springs && s.normal == 0.0) continue;  // apart
            asked = springs ? gap / h : 0.0;
        } else if (springs) {
            asked = std::max(spring.pull * gap, -settings_.largest_push);
            share = spring.mass;
            leak = spring.leak;
        }
        const double mass = mass_along(c, at, c.normal);
        const double u = c.normal.dot(speed(c, at));
        const double before = s.normal;
        s.normal = std::max(before - mass * share * (u + asked) - leak * before, 0.0);
        s.most = std::max(s.most, s.normal);
        give(k, at, (s.normal - before) * c.normal);
    }
}

void ContactImpulses::rub(std::size_t k, const Arms& at) {
    const Contact& c = contacts_[k];
    Solved& s = solved_[k];
    if (s.friction == 0.0f) return;
    const Vec3d u = speed(c, at);
    const Vec3d slide = u - c.normal.dot(u) * c.normal;
    const double pace = slide.norm();
    const Vec3d before = s.across;
    Vec3d now = before;
    if (pace > 0.0) now -= mass_along(c, at, slide / pace) * slide;
    const double most = static_cast<double>(s.friction) * s.normal;
    const double size = now.norm();
    s.across = size > most ? Vec3d(now * (most / size)) : now;
    give(k, at, s.across - before);
}

void ContactImpulses::bounce() {
    refresh();
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        Solved& s = solved_[k];
        if (s.restitution == 0.0f || s.most == 0.0 || s.approach > -settings_.bounce_speed) continue;
        const Arms at = arms(k);
        const double u = c.normal.dot(speed(c, at));
        const double wanted = -static_cast<double>(s.restitution) * s.approach;
        const double before = s.normal;
        s.normal = std::max(before + mass_along(c, at, c.normal) * (wanted - u), 0.0);
        give(k, at, (s.normal - before) * c.normal);
    }
}

std::vector<ContactImpulse> ContactImpulses::impulses() const {
    std::vector<ContactImpulse> all;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        if (solved_[k].normal > 0.0) all.push_back({c.a, c.other, c.feature, solved_[k].normal, solved_[k].across});
    }
    return all;
}

std::vector<BodyLoad> ContactImpulses::given_to(std::size_t bodies) const {
    std::vector<BodyLoad> all(bodies);
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        all[c.a] += {solved_[k].given, solved_[k].given_angular};
        if (c.b >= 0) all[c.b] += {-solved_[k].given, -solved_[k].given_angular};
    }
    return all;
}

void ContactImpulses::add_loads(BodyLoads& loads) const {
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        if (contacts_[k].b < 0) loads.of(contacts_[k].other) += BodyLoad{-solved_[k].given, -solved_[k].given_angular};
}

}  // namespace lamella
