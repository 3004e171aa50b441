#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/rigid/contact_impulses.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace lamella {
namespace {

constexpr double kDamping = 10.0;      // of the springs, of the critical one
constexpr double kShareOfStep = 0.15;  // frequency of the springs, in 1 / (small step)
constexpr double kTurn = 0.005;        // by which an axis moves until levers are measured anew

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
        const Mat3d across = frame_around(c.normal.cast<Real>()).cast<double>();
        s.rows[0].way = c.normal;
        s.rows[1].way = (across.col(0) - c.normal.dot(across.col(0)) * c.normal).normalized();
        s.rows[2].way = cross(c.normal, s.rows[1].way);
    }
    take_velocities();
    for (std::size_t k = 0; k < contacts_.size(); ++k) solved_[k].approach = speed(contacts_[k], solved_[k].rows[0]);
    match(before);
}

void ContactImpulses::match(std::span<const ContactImpulse> before) {
    const auto key = [](const auto& c) { return std::tuple(c.a, c.other, c.feature); };
    std::vector<const ContactImpulse*> known;
    for (const ContactImpulse& impulse : before) known.push_back(&impulse);
    std::ranges::sort(known, {}, [&](const ContactImpulse* impulse) { return key(*impulse); });
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        const auto found =
            std::ranges::lower_bound(known, key(c), {}, [&](const ContactImpulse* impulse) { return key(*impulse); });
        if (found == known.end() || key(**found) != key(c)) continue;
        Solved& s = solved_[k];
        s.now = {(*found)->normal, s.rows[1].way.dot((*found)->across), s.rows[2].way.dot((*found)->across)};
    }
}

void ContactImpulses::take_velocities() {
    for (std::size_t i = 0; i < moved_.size(); ++i) {
        Moved& m = moved_[i];
        const RigidState& state = states_[i];
        m.velocity = state.velocity;
        m.turned = (state.frame - m.frame).cwiseAbs().maxCoeff() > kTurn;
        if (m.turned) m.frame = state.frame;
        if (!state.moves_freely()) {
            m.spin = state.asleep() ? Vec3d::Zero().eval() : spin_of(bodies_[i], state);
            continue;
        }
        if (m.turned) {
            m.inverse_mass = inverse_mass(bodies_[i]);
            m.inverse_inertia = inverse_inertia(bodies_[i], state);
        }
        m.spin = spin_of(bodies_[i], state);
    }
    measure_rows();
}

void ContactImpulses::measure_rows() {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        if (!moved_[c.a].turned && (c.b < 0 || !moved_[c.b].turned)) continue;
        const Arms at = arms(k);
        for (Row& row : solved_[k].rows) {
            const auto answer = [&](Index i, const Vec3d& arm, Vec3d& lever, Vec3d& turn) {
                lever = cross(arm, row.way);
                turn = moved_[i].inverse_inertia * lever;
                return moved_[i].inverse_mass.dot(row.way.cwiseAbs2()) + lever.dot(turn);
            };
            const double all = answer(c.a, at.a, row.lever_a, row.turn_a) +
                               (c.b < 0 ? 0.0 : answer(c.b, at.b, row.lever_b, row.turn_b));
            row.mass = all > 0.0 ? 1.0 / all : 0.0;
        }
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
double ContactImpulses::speed(const Contact& c, const Row& row) const {
    const Moved& a = moved_[c.a];
    const double of_a = row.way.dot(a.velocity) + row.lever_a.dot(a.spin);
    if (c.b < 0) return of_a - row.way.dot(c.ground);
    const Moved& b = moved_[c.b];
    return of_a - row.way.dot(b.velocity) - row.lever_b.dot(b.spin);
}

double ContactImpulses::gap_now(std::size_t k) const {
    const Contact& c = contacts_[k];
    const Arms at = arms(k);
    const Vec3d on_a = states_[c.a].centre + at.a;
    const Vec3d on_b = c.b < 0 ? Vec3d(at.b + ground_time_ * c.ground) : Vec3d(states_[c.b].centre + at.b);
    return solved_[k].gap + c.normal.dot(on_a - on_b);
}

// An impulse along a row, positive on a.
void ContactImpulses::push(std::size_t k, std::size_t row, double impulse) {
    const Contact& c = contacts_[k];
    Solved& s = solved_[k];
    const Row& r = s.rows[row];
    s.phase[row] += impulse;
    Moved& a = moved_[c.a];
    a.velocity += impulse * a.inverse_mass.cwiseProduct(r.way);
    a.spin += impulse * r.turn_a;
    if (c.b < 0) return;
    Moved& b = moved_[c.b];
    b.velocity -= impulse * b.inverse_mass.cwiseProduct(r.way);
    b.spin -= impulse * r.turn_b;
}

// The momenta of the bodies, from the impulses since their velocities were taken.
void ContactImpulses::give_back() {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        Solved& s = solved_[k];
        if (s.phase == std::array<double, 3>{}) continue;
        Vec3d impulse = Vec3d::Zero(), turn_a = Vec3d::Zero(), turn_b = Vec3d::Zero();
        for (std::size_t row = 0; row < 3; ++row) {
            impulse += s.phase[row] * s.rows[row].way;
            turn_a += s.phase[row] * s.rows[row].lever_a;
            if (c.b >= 0) turn_b += s.phase[row] * s.rows[row].lever_b;
        }
        s.phase = {};
        const auto give = [&](Index i, const Vec3d& j, const Vec3d& turn) {
            if (!states_[i].moves_freely()) return;
            states_[i].velocity += moved_[i].inverse_mass.cwiseProduct(j);
            states_[i].angular += turn;
        };
        give(c.a, impulse, turn_a);
        if (c.b >= 0) give(c.b, -impulse, -turn_b);
        s.given += impulse;
        s.given_angular += cross(states_[c.a].centre, impulse) + turn_a;
    }
}

void ContactImpulses::push_apart(double h) {
    take_velocities();
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        for (std::size_t row = 0; row < 3; ++row)
            if (solved_[k].now[row] != 0.0) push(k, row, solved_[k].now[row]);
    solve(h, true);
    give_back();
}

void ContactImpulses::relax() {
    take_velocities();
    solve(0.0, false);
    give_back();
}

void ContactImpulses::solve(double h, bool springs) {
    const SoftSpring spring(springs ? h : 1.0);
    for (std::size_t k = 0; k < contacts_.size(); ++k) rub(k);  // first: what keeps bodies apart has the last word
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        Solved& s = solved_[k];
        const double before = s.now[0];
        double asked = 0.0, share = 1.0, leak = 0.0;
        const double gap = gap_now(k);
        if (gap > 0.0) {
            if (!springs && before == 0.0) continue;  // apart
            asked = springs ? gap / h : 0.0;
        } else if (springs) {
            asked = std::max(spring.pull * gap, -settings_.largest_push);
            share = spring.mass;
            leak = spring.leak;
        }
        const Row& row = s.rows[0];
        s.now[0] = std::max(before - row.mass * share * (speed(contacts_[k], row) + asked) - leak * before, 0.0);
        s.most = std::max(s.most, s.now[0]);
        if (s.now[0] != before) push(k, 0, s.now[0] - before);
    }
}

// Along both rows across the normal, then back to what the normal allows.
void ContactImpulses::rub(std::size_t k) {
    Solved& s = solved_[k];
    if (s.friction == 0.0 || s.now == std::array<double, 3>{}) return;
    const auto change = [&](std::size_t row, double impulse) {
        s.now[row] += impulse;
        push(k, row, impulse);
    };
    for (const std::size_t row : {1, 2}) change(row, -s.rows[row].mass * speed(contacts_[k], s.rows[row]));
    const double most = s.friction * s.now[0], size = std::sqrt(s.now[1] * s.now[1] + s.now[2] * s.now[2]);
    if (!(size > most)) return;
    for (const std::size_t row : {1, 2}) change(row, (most / size - 1.0) * s.now[row]);
}

void ContactImpulses::bounce() {
    take_velocities();
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        Solved& s = solved_[k];
        if (s.restitution == 0.0 || s.most == 0.0 || s.approach > -settings_.bounce_speed) continue;
        const double wanted = -s.restitution * s.approach, before = s.now[0];
        s.now[0] = std::max(before + s.rows[0].mass * (wanted - speed(c, s.rows[0])), 0.0);
        push(k, 0, s.now[0] - before);
    }
    give_back();
}

std::vector<ContactImpulse> ContactImpulses::impulses() const {
    std::vector<ContactImpulse> all;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        const Solved& s = solved_[k];
        if (s.now[0] > 0.0)
            all.push_back({c.a, c.other, c.feature, s.now[0], s.now[1] * s.rows[1].way + s.now[2] * s.rows[2].way});
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

std::vector<BodyContact> ContactImpulses::pushing(double dt) const {
    std::vector<BodyContact> all;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        const Vec3d force = solved_[k].given / dt;
        if (!(force.dot(c.normal) > 0.0)) continue;
        const Vec3d point = states_[c.a].centre + arms(k).a;
        all.push_back({bodies_[c.a].number, c.other, point, c.normal, force});
    }
    return all;
}

void ContactImpulses::add_loads(BodyLoads& loads) const {
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        if (contacts_[k].b < 0) loads.of(contacts_[k].other) += BodyLoad{-solved_[k].given, -solved_[k].given_angular};
}

}  // namespace lamella
