// Contact of a solid with the walls of the domain and with bodies: obstacles, characters, rigid bodies. Each of the
// solid's points (contact/touch_points.hpp) is pushed out of what it lies in (contact/contact_law.hpp); the particles
// that carry it share the force.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/solid/contact/contact_table.hpp>
#include <lamella/solid/contact/touch_points.hpp>

namespace lamella {

struct ContactSurroundings {
    std::span<const Body> bodies;
    const BodyStates& now;
    const Box3& walls;  // infinite where there is none
};

// The particles of a solid as contact sees them; `push` adds a force to one.
struct TouchedParticles {
    FunctionRef<Vec3(Index)> place;
    FunctionRef<Vec3(Index)> velocity;
    FunctionRef<void(Index, const Vec3&)> push;
};

class PenaltyContact {
public:
    PenaltyContact() = default;
    PenaltyContact(const ContactLaw& law, Real spacing) : law_(law), spacing_(spacing) {}

    // Pushes everything that touches something, and adds to the loads what the step dt does to it.
    void push(const ContactSurroundings& around, const TouchPoints& points, const TouchedParticles& particles,
              double dt, BodyLoads& loads);
    // The points are not what they were; what their contacts stored is lost.
    void forget();

    const ContactTable& table() const { return table_; }      // by the names of the points
    double stored_energy() const { return table_.stored(); }  // J, in contacts that are pressed together
    double dissipated() const { return dissipated_; }         // J, by damping and friction since the start
    std::int64_t touching() const { return static_cast<std::int64_t>(table_.rows().size()); }

    template <class Visitor>
    void state(Visitor& visit) {
        visit("table", table_);
        visit("dissipated", dissipated_);
    }

private:
    static constexpr Index kNothing = -2;

    struct Touch {
        Index body = kNothing;
        Real depth = 0.0f;
        Vec3 normal = Vec3::Zero();    // out of the body
        Vec3 velocity = Vec3::Zero();  // of the body there
    };
    struct BodyPush {
        Index body;
        BodyLoad load;
    };
    struct Met {
        Index point;
        ContactTable::Row row;  // to be remembered where it touches something
        double before;          // J, that it had stored
        double lost;
    };
    struct Chunk {
        std::vector<Met> met;
        std::vector<BodyPush> pushes;
    };
    template <class F>
    void for_each_touch(const ContactSurroundings& around, const Vec3& x, Real reach, F&& f) const;
    bool is_near(const ContactSurroundings& around, const Vec3& x) const;
    Touch deepest_at(const ContactSurroundings& around, const Vec3& x, Real reach) const;
    void meet(const ContactSurroundings& around, const TouchPoints& points, const TouchedParticles& particles, Index k,
              double dt, Chunk& chunk) const;
    void take(const TouchPoints& points, const TouchedParticles& particles, std::span<const Chunk> chunks);
    static void add_loads(std::span<const Chunk> chunks, BodyLoads& loads);

    ContactLaw law_;
    Real spacing_ = 0.0f;
    ContactTable table_;
    double dissipated_ = 0.0;
};

}  // namespace lamella
