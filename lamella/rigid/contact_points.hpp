// Where bodies touch, or will within a step: skins of points against signed distances, both ways, as Guendelman et al.
// 2003 do it for bodies of any form. Their edges need no pairs of their own, as the points of a skin
// lie on edges, too. Of the many points that two bodies share a few are kept (contact_reduction.hpp).
#pragma once

#include <lamella/matter/body_contact.hpp>
#include <lamella/rigid/rigid_body.hpp>

#include <span>
#include <vector>

namespace lamella {

struct Contact {
    Index a = 0;                   // a rigid body
    Index b = -1;                  // another one, or -1: a body that is not moved by contacts, or a wall
    Index other = 0;               // the number of b in the world, or kDomainWalls
    std::int64_t feature = 0;      // which point of which skin: the same as long as it is there
    Vec3d normal;                  // of unit length, from b to a
    Vec3d on_a, on_b;              // the closest points
    double gap = 0.0;              // between them along the normal, negative where they overlap
    Vec3d ground = Vec3d::Zero();  // the velocity of b there, where it is not rigid
};

// The bodies of a world, as contacts see them.
struct ContactScene {
    std::span<const Body> bodies;      // all of the world
    std::span<const RigidBody> rigid;  // those that the solver moves
    Box3 walls;                        // of the domain; infinite where there is none

    bool is_rigid(Index number) const;
};

// Contacts that are at most as far apart as the margins of both bodies in sum, in an order that depends on nothing
// else. Bodies that both sleep or are held are not looked at.
std::vector<Contact> find_contacts(const ContactScene& scene, const BodyStates& now, std::span<const RigidState> states,
                                   std::span<const double> margins);

}  // namespace lamella
