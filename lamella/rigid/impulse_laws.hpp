// What impulses do to eight contacts at a time: along the normal before bodies move and afterwards, across it, and in a
// bounce (contact_impulses.hpp).
#pragma once

#include <lamella/rigid/impulse_packs.hpp>

#include <numbers>

namespace lamella {

// A spring that is stepped implicitly.
struct SoftSpring {
    static constexpr double kDamping = 10.0;     // of the critical one
    static constexpr double kShareOfStep = 0.2;  // its frequency, in 1 / (small step)

    float per_step;  // 1 / h
    float pull;      // b: speed that a gap asks for
    float most;      // of it
    float mass;      // a
    float leak;      // c

    SoftSpring(double h, double largest_push)
        : per_step(static_cast<float>(1.0 / h)), most(static_cast<float>(largest_push)) {
        const double omega = 2.0 * std::numbers::pi * kShareOfStep / h;
        const double a1 = 2.0 * kDamping + h * omega;
        const double a2 = h * omega * a1;
        pull = static_cast<float>(omega / a1);
        mass = static_cast<float>(a2 / (1.0 + a2));
        leak = static_cast<float>(1.0 / (1.0 + a2));
    }
};

// Along both rows across the normal at once, then back to what the normal allows.
[[gnu::always_inline]] inline void rub(ContactPack& p, BodyPack& a, BodyPack& b) {
    const PackMask rubs =
        (p.friction > 0.0f) && ((p.rows[0].now != 0.0f) || (p.rows[1].now != 0.0f) || (p.rows[2].now != 0.0f));
    std::array<Pack, 2> asked;
    for (const std::size_t t : {0, 1}) {
        const ImpulseRow& row = p.rows[t + 1];
        asked[t] = row.now - select(rubs, row.mass * row.speed(a, b), Pack(0.0f));
    }
    const Pack most = p.friction * p.rows[0].now;
    const Pack size = square_root(asked[0] * asked[0] + asked[1] * asked[1]);
    const Pack share = select(size > most, most / size, Pack(1.0f));
    for (const std::size_t t : {0, 1}) p.change(t + 1, share * asked[t] - p.rows[t + 1].now, a, b);
}

// Until no gap is overrun in a time h; what overlaps is pushed apart.
[[gnu::always_inline]] inline void push_normal(ContactPack& p, const SoftSpring& spring, BodyPack& a, BodyPack& b) {
    const PackMask open = p.gap > 0.0f;
    const Pack asked = select(open, p.gap * spring.per_step, larger(spring.pull * p.gap, Pack(-spring.most)));
    const Pack share = select(open, Pack(1.0f), Pack(spring.mass));
    const Pack leak = select(open, Pack(0.0f), Pack(spring.leak));
    ImpulseRow& row = p.rows[0];
    const Pack now = larger(row.now - row.mass * share * (row.speed(a, b) + asked) - leak * row.now, Pack(0.0f));
    p.most = larger(p.most, now);
    p.change(0, now - row.now, a, b);
}

// The same without springs; contacts that are apart and have no impulse stay so.
[[gnu::always_inline]] inline void relax_normal(ContactPack& p, BodyPack& a, BodyPack& b) {
    ImpulseRow& row = p.rows[0];
    const PackMask touches = (p.gap <= 0.0f) || (row.now > 0.0f);
    const Pack now = select(touches, larger(row.now - row.mass * row.speed(a, b), Pack(0.0f)), row.now);
    p.most = larger(p.most, now);
    p.change(0, now - row.now, a, b);
}

[[gnu::always_inline]] inline void bounce_normal(ContactPack& p, float least_speed, BodyPack& a, BodyPack& b) {
    ImpulseRow& row = p.rows[0];
    const PackMask bounces = (p.restitution > 0.0f) && (p.most > 0.0f) && (p.approach < -least_speed);
    const Pack wanted = -p.restitution * p.approach;
    const Pack now = larger(row.now + row.mass * (wanted - row.speed(a, b)), Pack(0.0f));
    p.change(0, select(bounces, now - row.now, Pack(0.0f)), a, b);
}

}  // namespace lamella
