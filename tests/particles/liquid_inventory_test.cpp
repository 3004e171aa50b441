#include <lamella/core/random.hpp>
#include <lamella/particles/liquid_inventory.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kSpacing = 0.01f;

ParticleSet no_particles() {
    ParticleSet particles;
    for (const char* name : {"P", "v"}) particles.add<Vec3Column>(name);
    particles.add<IndexColumn>("phase");
    return particles;
}

LiquidInventory inventory_of(ParticleSet& particles) {
    DiscEmitter disc;
    disc.centre = Vec3(0.5f, 0.5f, 0.5f);
    disc.radius = 0.05f;
    LiquidDomain domain;
    domain.box = {Vec3::Zero(), Vec3::Ones()};
    return {domain, {{disc_nozzle(disc, kSpacing), 0}}, kSpacing, 1, particles};
}

// Moves all particles on, unevenly by up to 0.15 spacings along each axis.
void carry(Real dt, Real share, std::uint64_t step, ParticleSet& particles) {
    auto& x = particles.positions();
    auto& v = particles.get<Vec3Column>("v");
    const auto& id = particles.get<IndexColumn>("id");
    for (Index i = 0; i < particles.size(); ++i) {
        const Vec3 swing = 0.15f * kSpacing *
                           (random_in_cube(1, step + 1, static_cast<std::uint64_t>(id[i])) -
                            random_in_cube(1, step, static_cast<std::uint64_t>(id[i])));
        x.set(i, x[i] + dt * share * Vec3(0, -1, 0) + swing);
        v.set(i, share * Vec3(0, -1, 0));
    }
}

// The jet goes at 1 m/s; what it has let in goes on at a share of that.
double inflow(Real share) {
    ParticleSet particles = no_particles();
    LiquidInventory inventory = inventory_of(particles);
    for (int step = 1; step <= 200; ++step) {
        carry(0.001f, share, static_cast<std::uint64_t>(step), particles);
        inventory.add_emitted(particles, 0.001 * step);
    }
    return static_cast<double>(inventory.emitted()) * 1e-6 / (3.14159 * 0.0025 * 0.2);
}

TEST(LiquidInventory, AJetThatSwingsALittleLosesNothing) { EXPECT_NEAR(inflow(1.0f), 1.0, 0.01); }

TEST(LiquidInventory, LiquidThatStandsBeforeANozzleStopsIt) { EXPECT_LT(inflow(0.1f), 0.15); }

// What a solver writes down of its state.
struct Saved {
    std::vector<double> until;
    template <class T>
    void operator()(const std::string&, T&) {}
    void operator()(const std::string& name, std::span<double>& values) {
        if (name != "emitted_until") return;
        if (until.empty())
            until.assign(values.begin(), values.end());
        else
            std::ranges::copy(until, values.begin());
    }
};

TEST(LiquidInventory, GoesOnFromItsState) {
    ParticleSet whole = no_particles(), first = no_particles(), second = no_particles();
    LiquidInventory in_one = inventory_of(whole), before = inventory_of(first), after = inventory_of(second);
    in_one.add_emitted(whole, 0.05);
    before.add_emitted(first, 0.02);
    Saved saved;
    before.state(saved);
    after.state(saved);
    after.add_emitted(second, 0.05);
    EXPECT_GT(second.size(), 100);
    EXPECT_EQ(first.size() + second.size(), whole.size());
}

}  // namespace
}  // namespace lamella
