// Eight contacts side by side, as the solve of impulses holds them, and the bodies that they push.
#pragma once

#include <lamella/core/pack.hpp>

#include <array>
#include <span>

namespace lamella {

// Velocity and spin of a body in the solve, each with a zero behind it.
struct alignas(32) MovingBody {
    std::array<float, 8> rates{};
};

struct BodyPack {
    Vec3Pack velocity, spin;
};

// A direction in which contacts act, and what an impulse along it does to the spins of both bodies.
struct ImpulseRow {
    Vec3Pack way;
    Vec3Pack lever_a, lever_b;  // arm x way
    Vec3Pack turn_a, turn_b;    // inverse inertia times lever
    Pack mass = 0.0f;           // that answers along it
    Pack ground = 0.0f;         // the speed of b along it, where b is not rigid
    Pack now = 0.0f;            // impulses of the small step
    Pack sum = 0.0f;            // of all since the levers were measured

    // Of a against b.
    [[gnu::always_inline]] Pack speed(const BodyPack& one, const BodyPack& other) const {
        return way.dot(one.velocity - other.velocity) + lever_a.dot(one.spin) - lever_b.dot(other.spin) - ground;
    }
};

// A lane without a contact has masses and impulses of zero.
struct ContactPack {
    std::array<Index, kPackWidth> contact, a, b;  // bodies by their numbers in the solve
    unsigned moves_a = 0, moves_b = 0;            // lanes in which contacts change them
    Vec3Pack inverse_mass_a, inverse_mass_b;
    std::array<ImpulseRow, 3> rows;  // along the normal, and across it
    Pack gap = 0.0f;
    Pack friction = 0.0f;
    Pack restitution = 0.0f;
    Pack approach = 0.0f;  // speed along the normal at the beginning
    Pack most = 0.0f;      // impulse of a small step along the normal so far

    bool rubs() const { return simd::any_of((rows[0].now != 0.0f) || (rows[1].now != 0.0f) || (rows[2].now != 0.0f)); }

    // An impulse along a row, positive on a, beside those that it has.
    [[gnu::always_inline]] void push(std::size_t row, Pack impulse, BodyPack& one, BodyPack& other) const {
        const ImpulseRow& r = rows[row];
        const Vec3Pack along = impulse * r.way;
        one.velocity += {inverse_mass_a.x * along.x, inverse_mass_a.y * along.y, inverse_mass_a.z * along.z};
        one.spin += impulse * r.turn_a;
        other.velocity += {-inverse_mass_b.x * along.x, -inverse_mass_b.y * along.y, -inverse_mass_b.z * along.z};
        other.spin += -impulse * r.turn_b;
    }
    [[gnu::always_inline]] void change(std::size_t row, Pack impulse, BodyPack& one, BodyPack& other) {
        rows[row].now += impulse;
        rows[row].sum += impulse;
        push(row, impulse, one, other);
    }
};

// Rows become columns.
[[gnu::always_inline]] inline void transpose(std::array<Pack, 8>& rows) {
#ifdef __AVX__
    std::array<Pack, 8> two, four;  // of two rows side by side, of four
    for (std::size_t k = 0; k < 8; k += 2) {
        const auto even = static_cast<__m256>(rows[k]), odd = static_cast<__m256>(rows[k + 1]);
        two[k] = Pack(_mm256_unpacklo_ps(even, odd));
        two[k + 1] = Pack(_mm256_unpackhi_ps(even, odd));
    }
    for (std::size_t k = 0; k < 8; k += 4)
        for (std::size_t half = 0; half < 2; ++half) {
            const auto low = static_cast<__m256>(two[k + half]), high = static_cast<__m256>(two[k + half + 2]);
            four[k + 2 * half] = Pack(_mm256_shuffle_ps(low, high, 0x44));
            four[k + 2 * half + 1] = Pack(_mm256_shuffle_ps(low, high, 0xEE));
        }
    for (std::size_t k = 0; k < 4; ++k) {
        const auto low = static_cast<__m256>(four[k]), high = static_cast<__m256>(four[k + 4]);
        rows[k] = Pack(_mm256_permute2f128_ps(low, high, 0x20));
        rows[k + 4] = Pack(_mm256_permute2f128_ps(low, high, 0x31));
    }
#else
    std::array<Pack, 8> columns;
    for (std::size_t c = 0; c < 8; ++c) columns[c] = Pack([&](auto lane) { return rows[lane][c]; });
    rows = columns;
#endif
}

[[gnu::always_inline]] inline BodyPack bodies_at(std::span<const MovingBody> bodies,
                                                 const std::array<Index, kPackWidth>& numbers) {
    std::array<Pack, 8> of;
    for (std::size_t lane = 0; lane < 8; ++lane) of[lane] = load_pack(bodies[numbers[lane]].rates.data());
    transpose(of);
    return {{of[0], of[1], of[2]}, {of[4], of[5], of[6]}};
}

[[gnu::always_inline]] inline void put_back(const BodyPack& pack, const std::array<Index, kPackWidth>& numbers,
                                            unsigned lanes, std::span<MovingBody> bodies) {
    std::array<Pack, 8> of{pack.velocity.x, pack.velocity.y, pack.velocity.z, Pack(0.0f),
                           pack.spin.x,     pack.spin.y,     pack.spin.z,     Pack(0.0f)};
    transpose(of);
    for (std::size_t lane = 0; lane < 8; ++lane)
        if ((lanes >> lane & 1U) != 0) of[lane].copy_to(bodies[numbers[lane]].rates.data(), simd::vector_aligned);
}

}  // namespace lamella
