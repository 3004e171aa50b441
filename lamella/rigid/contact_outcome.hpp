// What contacts did in a step, and what they take along into the next one.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/rigid/contact_points.hpp>

namespace lamella {

// What a contact has been given, kept from step to step.
struct ContactImpulse {
    Index a = 0;
    Index other = 0;
    std::int64_t feature = 0;
    double normal = 0.0;  // N s a small step
    Vec3d across = Vec3d::Zero();
};

// Of each contact the one that was kept, or null.
std::vector<const ContactImpulse*> remembered(std::span<const Contact> contacts,
                                              std::span<const ContactImpulse> before);

// What a contact has given to its body a since the start of the step, and the opposite to b.
struct GivenImpulse {
    Vec3d impulse = Vec3d::Zero();
    Vec3d angular = Vec3d::Zero();  // about the origin
    Vec3d point = Vec3d::Zero();    // where it pushes, on a
    bool touched = false;           // whether it has pushed at all
    bool pushes = false;            // whether it does so at the end
};

struct ContactOutcome {
    std::vector<Contact> contacts;    // filled in by whoever has them
    std::vector<GivenImpulse> given;  // of each
    std::vector<ContactImpulse> memory;

    // On walls and bodies that are not rigid.
    void add_loads(BodyLoads& loads) const;
    // On the rigid bodies, of which there are so many; about the origin.
    std::vector<BodyLoad> given_to(std::size_t bodies) const;
    // Where they pushed, as forces over a step of that length; in the order of the contacts.
    std::vector<BodyContact> pushing(std::span<const RigidBody> bodies, double dt) const;
};

// What moves bodies within a step besides their contacts.
struct FreeMotion {
    FunctionRef<void(double h)> accelerate;          // by forces, for a time h
    FunctionRef<void(double since, double h)> move;  // by their velocities, from then for a time h
};

}  // namespace lamella
