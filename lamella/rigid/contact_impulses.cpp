#include <lamella/core/parallel.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/rigid/contact_colours.hpp>
#include <lamella/rigid/contact_impulses.hpp>
#include <lamella/rigid/impulse_laws.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kTurn = 0.005;  // by which an axis moves until levers are measured anew
constexpr std::ptrdiff_t kPackChunk = 64, kBodyChunk = 256;

void set_lane(Vec3Pack& pack, std::size_t lane, const Vec3d& value) {
    pack.x[lane] = static_cast<float>(value.x());
    pack.y[lane] = static_cast<float>(value.y());
    pack.z[lane] = static_cast<float>(value.z());
}
Vec3d lane_of(const Vec3Pack& pack, std::size_t lane) { return {pack.x[lane], pack.y[lane], pack.z[lane]}; }

// A unit vector across another.
Vec3d across_of(const Vec3d& normal) {
    const Vec3d u = frame_around(normal.cast<Real>()).cast<double>().col(0);
    return (u - normal.dot(u) * normal).normalized();
}

}  // namespace

ContactImpulses::ContactImpulses(const ImpulseSettings& settings, std::span<const Contact> contacts,
                                 std::span<const RigidBody> bodies, std::span<RigidState> states,
                                 std::span<const ContactImpulse> before)
    : settings_(settings),
      contacts_(contacts),
      bodies_(bodies),
      states_(states),
      anchors_(contacts_.size()),
      answers_(bodies.size()),
      moving_(bodies.size() + 1),
      taken_(bodies.size() + 1),
      noted_(contacts_.size()),
      given_(contacts_.size()),
      turned_b_(contacts_.size(), Vec3d::Zero()),
      applied_(bodies.size()) {
    place(before);
    take_velocities();
    over_all("impulses",
             [&](ContactPack& p) { p.approach = p.rows[0].speed(bodies_at(moving_, p.a), bodies_at(moving_, p.b)); });
}

// Contacts that pushed before come first in every colour.
void ContactImpulses::place(std::span<const ContactImpulse> before) {
    const std::vector<const ContactImpulse*> known = remembered(contacts_, before);
    std::vector<char> answers(bodies_.size()), first(contacts_.size());
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = !states_[i].asleep();
    for (std::size_t k = 0; k < first.size(); ++k) first[k] = known[k] != nullptr;
    ContactOrder order = coloured(contacts_, answers, first);
    colours_ = std::move(order.colours);
    packs_.resize(order.packs.size());
    parallel_for(
        "impulses", static_cast<Index>(packs_.size()),
        [&](Index k) {
            ContactPack& p = packs_[k];
            p.contact = order.packs[k];
            for (std::size_t lane = 0; lane < kPackWidth; ++lane)
                place_lane(p, lane, p.contact[lane] >= 0 ? known[p.contact[lane]] : nullptr);
        },
        kPackChunk);
}

void ContactImpulses::place_lane(ContactPack& p, std::size_t lane, const ContactImpulse* before) {
    const auto ground = static_cast<Index>(bodies_.size());
    p.a[lane] = p.b[lane] = ground;
    if (p.contact[lane] < 0) return;
    const Contact& c = contacts_[p.contact[lane]];
    p.a[lane] = c.a;
    p.b[lane] = c.b < 0 ? ground : c.b;
    if (!states_[c.a].asleep()) p.moves_a |= 1U << lane;
    if (c.b >= 0 && !states_[c.b].asleep()) p.moves_b |= 1U << lane;
    const auto arm = [&](Index i, const Vec3d& at) {
        const Vec3d from_centre = at - states_[i].centre;
        return bodies_[i].skin.is_ball() ? from_centre : Vec3d(states_[i].frame.transpose() * from_centre);
    };
    anchors_[p.contact[lane]] = {arm(c.a, c.on_a), c.b < 0 ? c.on_b : arm(c.b, c.on_b),
                                 c.gap - c.normal.dot(c.on_a - c.on_b)};
    const RigidBody& a = bodies_[c.a];
    p.friction[lane] = c.b < 0 ? a.friction : std::sqrt(a.friction * bodies_[c.b].friction);
    p.restitution[lane] = c.b < 0 ? a.restitution : std::sqrt(a.restitution * bodies_[c.b].restitution);
    const Vec3d across = across_of(c.normal);
    const std::array<Vec3d, 3> ways{c.normal, across, cross(c.normal, across)};
    for (std::size_t row = 0; row < 3; ++row) {
        set_lane(p.rows[row].way, lane, ways[row]);
        p.rows[row].ground[lane] = static_cast<float>(ways[row].dot(c.ground));
        if (before == nullptr) continue;
        p.rows[row].now[lane] = static_cast<float>(row == 0 ? before->normal : ways[row].dot(before->across));
    }
}

// Colours one after another, the packs of one side by side.
template <class Visit>
void ContactImpulses::in_colours(const char* label, Order order, const Visit& visit) {
    const ProfileScope scope(label);
    for (std::size_t k = 0; k + 1 < colours_.size(); ++k) {
        const std::size_t c = order == Order::forth ? k : colours_.size() - 2 - k;
        const Index first = colours_[c], count = colours_[c + 1] - first;
        const auto some = [&](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t p = begin; p < end; ++p) visit(packs_[first + p]);
        };
        if (count <= kPackChunk)
            some(0, 0, count);
        else
            parallel_chunks("colour", count, kPackChunk, some);
    }
}

template <class Visit>
void ContactImpulses::over_all(const char* label, const Visit& visit) {
    parallel_for(
        label, static_cast<Index>(packs_.size()), [&](Index k) { visit(packs_[k]); }, kPackChunk);
}

void ContactImpulses::step(double dt, const FreeMotion& motion) {
    const double h = dt / settings_.small_steps;
    for (Index k = 0; k < settings_.small_steps; ++k) {
        motion.accelerate(h);
        push_apart(h);
        motion.move(k * h, h);
        ground_time_ += h;
        relax();
    }
    bounce();
    settle();
}

// The first half of a small step: velocities that undo overlaps.
void ContactImpulses::push_apart(double h) {
    take_velocities();
    const SoftSpring spring(h, settings_.largest_push);
    in_colours("impulses", Order::forth, [&](ContactPack& p) {
        if (!p.rubs()) return;
        BodyPack a = bodies_at(moving_, p.a), b = bodies_at(moving_, p.b);
        for (std::size_t row = 0; row < 3; ++row) {
            p.push(row, p.rows[row].now, a, b);
            p.rows[row].sum += p.rows[row].now;
        }
        put_back(a, p.a, p.moves_a, moving_);
        put_back(b, p.b, p.moves_b, moving_);
    });
    for (const Order order : kRounds)
        in_colours("impulses", order, [&](ContactPack& p) {
            BodyPack a = bodies_at(moving_, p.a), b = bodies_at(moving_, p.b);
            if (p.rubs()) rub(p, a, b);
            push_normal(p, spring, a, b);
            put_back(a, p.a, p.moves_a, moving_);
            put_back(b, p.b, p.moves_b, moving_);
        });
    give_back();
    move_gaps(h);
}

void ContactImpulses::move_gaps(double h) {
    over_all("impulses", [&](ContactPack& p) {
        p.gap += static_cast<float>(h) * p.rows[0].speed(bodies_at(moving_, p.a), bodies_at(moving_, p.b));
    });
}

// Forgets where the pushes came from: velocities of contacts without the springs.
void ContactImpulses::relax() {
    take_velocities();
    for (const Order order : kRounds)
        in_colours("impulses", order, [&](ContactPack& p) {
            if (!p.rubs() && simd::all_of(p.gap > 0.0f)) return;  // apart
            BodyPack a = bodies_at(moving_, p.a), b = bodies_at(moving_, p.b);
            if (p.rubs()) rub(p, a, b);
            relax_normal(p, a, b);
            put_back(a, p.a, p.moves_a, moving_);
            put_back(b, p.b, p.moves_b, moving_);
        });
    give_back();
}

void ContactImpulses::bounce() {
    take_velocities();
    in_colours("impulses", Order::forth, [&](ContactPack& p) {
        if (simd::none_of((p.restitution > 0.0f) && (p.most > 0.0f))) return;
        BodyPack a = bodies_at(moving_, p.a), b = bodies_at(moving_, p.b);
        bounce_normal(p, static_cast<float>(settings_.bounce_speed), a, b);
        put_back(a, p.a, p.moves_a, moving_);
        put_back(b, p.b, p.moves_b, moving_);
    });
    give_back();
}

void ContactImpulses::take_velocities() {
    parallel_for(
        "impulses", static_cast<Index>(bodies_.size()), [&](Index i) { take_velocity(static_cast<std::size_t>(i)); },
        kBodyChunk);
    taken_ = moving_;
    measure_rows();
}

void ContactImpulses::take_velocity(std::size_t i) {
    Answer& answer = answers_[i];
    const RigidState& state = states_[i];
    const bool was_free = answer.free;
    answer.free = state.moves_freely();
    answer.always_free = answer.always_free && answer.free;
    answer.changed = answer.free != was_free || (state.frame - answer.frame).cwiseAbs().maxCoeff() > kTurn;
    if (answer.changed) {
        answer.frame = state.frame;
        answer.inverse_mass = answer.free ? inverse_mass(bodies_[i]) : Vec3d::Zero();
        answer.inverse_inertia = answer.free ? inverse_inertia(bodies_[i], state) : Mat3d::Zero();
    }
    const Vec3 v = state.velocity.cast<float>();
    const Vec3 w = state.asleep() ? Vec3::Zero().eval() : spin_of(bodies_[i], state).cast<float>();
    moving_[i].rates = {v.x(), v.y(), v.z(), 0.0f, w.x(), w.y(), w.z(), 0.0f};
}

// What the solve has changed.
void ContactImpulses::give_back() {
    parallel_for(
        "impulses", static_cast<Index>(bodies_.size()),
        [&](Index i) {
            if (!answers_[i].free || moving_[i].rates == taken_[i].rates) return;
            std::array<double, 8> change;
            for (std::size_t k = 0; k < 8; ++k)
                change[k] = static_cast<double>(moving_[i].rates[k]) - static_cast<double>(taken_[i].rates[k]);
            RigidState& state = states_[i];
            const Vec3d velocity(change[0], change[1], change[2]), spin(change[4], change[5], change[6]);
            const Vec3d angular = state.frame * bodies_[i].axes.inertia.cwiseProduct(state.frame.transpose() * spin);
            state.velocity += velocity;
            state.angular += angular;
            applied_[i] += {velocity, angular};
        },
        kBodyChunk);
}

void ContactImpulses::measure_rows() {
    over_all("levers", [&](ContactPack& p) {
        for (std::size_t lane = 0; lane < kPackWidth && p.contact[lane] >= 0; ++lane) {
            const Contact& c = contacts_[p.contact[lane]];
            if (answers_[c.a].changed || (c.b >= 0 && answers_[c.b].changed)) measure_lane(p, lane);
        }
    });
}

void ContactImpulses::measure_lane(ContactPack& p, std::size_t lane) {
    note_given(p, lane);
    const auto k = static_cast<std::size_t>(p.contact[lane]);
    const Contact& c = contacts_[k];
    const Arms at = arms(k);
    const Vec3d on_a = states_[c.a].centre + at.a;
    const Vec3d on_b = c.b < 0 ? Vec3d(at.b + ground_time_ * c.ground) : Vec3d(states_[c.b].centre + at.b);
    p.gap[lane] = static_cast<float>(anchors_[k].gap + c.normal.dot(on_a - on_b));
    set_lane(p.inverse_mass_a, lane, answers_[c.a].inverse_mass);
    if (c.b >= 0) set_lane(p.inverse_mass_b, lane, answers_[c.b].inverse_mass);
    for (ImpulseRow& row : p.rows) {
        const Vec3d way = lane_of(row.way, lane);
        const auto answer = [&](Index i, const Vec3d& arm, Vec3Pack& levers, Vec3Pack& turns) {
            const Vec3d lever = cross(arm, way), turn = answers_[i].inverse_inertia * lever;
            set_lane(levers, lane, lever);
            set_lane(turns, lane, turn);
            return answers_[i].inverse_mass.dot(way.cwiseAbs2()) + lever.dot(turn);
        };
        const double all =
            answer(c.a, at.a, row.lever_a, row.turn_a) + (c.b < 0 ? 0.0 : answer(c.b, at.b, row.lever_b, row.turn_b));
        row.mass[lane] = all > 0.0 ? static_cast<float>(1.0 / all) : 0.0f;
    }
}

// Points of a skin turn with the body; the point in which a ball is touched does not.
ContactImpulses::Arms ContactImpulses::arms(std::size_t k) const {
    const Contact& c = contacts_[k];
    const auto arm = [&](Index i, const Vec3d& at) {
        return bodies_[i].skin.is_ball() ? at : Vec3d(states_[i].frame * at);
    };
    return {arm(c.a, anchors_[k].arm_a), c.b < 0 ? anchors_[k].arm_b : arm(c.b, anchors_[k].arm_b)};
}

// The impulses since the levers were measured.
void ContactImpulses::note_given(ContactPack& p, std::size_t lane) {
    if (p.rows[0].sum[lane] == 0.0f && p.rows[1].sum[lane] == 0.0f && p.rows[2].sum[lane] == 0.0f) return;
    const auto k = static_cast<std::size_t>(p.contact[lane]);
    BodyLoad to_a;
    for (ImpulseRow& row : p.rows) {
        const auto sum = static_cast<double>(row.sum[lane]);
        to_a += {sum * lane_of(row.way, lane), sum * lane_of(row.lever_a, lane)};
        turned_b_[k] -= sum * lane_of(row.lever_b, lane);
        row.sum[lane] = 0.0f;
    }
    noted_[k] += to_a;
    given_[k].impulse += to_a.impulse;
    given_[k].angular += cross(states_[contacts_[k].a].centre, to_a.impulse) + to_a.angular;
}

// The bodies' momenta, from sums in double.
void ContactImpulses::settle() {
    over_all("impulses", [&](ContactPack& p) {
        for (std::size_t lane = 0; lane < kPackWidth && p.contact[lane] >= 0; ++lane) note_given(p, lane);
    });
    std::vector<BodyLoad> exact(bodies_.size());
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Contact& c = contacts_[k];
        exact[c.a] += noted_[k];
        if (c.b >= 0) exact[c.b] += {-noted_[k].impulse, turned_b_[k]};
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        if (!answers_[i].always_free) continue;
        states_[i].velocity += answers_[i].inverse_mass.cwiseProduct(exact[i].impulse) - applied_[i].impulse;
        states_[i].angular += exact[i].angular - applied_[i].angular;
    }
}

ContactOutcome ContactImpulses::outcome() && {
    ContactOutcome result;
    for (const ContactPack& p : packs_)
        for (std::size_t lane = 0; lane < kPackWidth && p.contact[lane] >= 0; ++lane) {
            GivenImpulse& given = given_[p.contact[lane]];
            given.touched = p.most[lane] > 0.0f;
            given.pushes = p.rows[0].now[lane] > 0.0f;
            given.point = states_[contacts_[p.contact[lane]].a].centre + arms(p.contact[lane]).a;
            if (!given.pushes) continue;
            const Contact& c = contacts_[p.contact[lane]];
            const auto now = [&](std::size_t row) { return static_cast<double>(p.rows[row].now[lane]); };
            result.memory.push_back({c.a, c.other, c.feature, now(0),
                                     now(1) * lane_of(p.rows[1].way, lane) + now(2) * lane_of(p.rows[2].way, lane)});
        }
    result.given = std::move(given_);
    return result;
}

}  // namespace lamella
