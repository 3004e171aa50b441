// Contact of solids with one another (Keiser 2006, 5.8), by forces that grow with the depth (contact_law.hpp). The
// points of each solid (touch_points.hpp) are held against the surface of the other, half of the force for each way
// round. That surface is the one at rest, carried by the particles: with linear-exact weights W_j of the other's
// particles within 2.8 spacings around a point p (linear_weights.hpp), p rests at
//
//     X = sum of W_j X_j,   depth = -d(X) / |g|,   g = (dX/dp)^T grad d(X),   normal g / |g|,
//
// d the distance to the solid at rest. -W_j f goes to the other's particles: both momenta stay to rounding, and the
// work of a contact is that of its force on the way of the point past the other, no more.
//
// Parts of one solid meet in the same way (self_contact.hpp).
//
// Solids through which cracks run touch as balls of their outer particles (fragment_contact.hpp), among themselves and
// with one another; whole ones meet these balls with their surface.
//
// Departures: the contact surface of the book, between both skins, would need both skins as surfels; forces are not
// shared out by Shepard's weights, which move them by 0.6 spacings.
#pragma once

#include <lamella/particles/periodic_box.hpp>
#include <lamella/solid/contact/contact_table.hpp>
#include <lamella/solid/contact/self_contact.hpp>
#include <lamella/solid/solid.hpp>

namespace lamella {

class ContactKeiser2006 {
public:
    ContactKeiser2006() = default;
    explicit ContactKeiser2006(std::size_t solids);

    // After all solids have moved and before the step ends.
    void push(std::span<Solid> solids, double dt);

    std::int64_t touching() const;
    // Half of what the contacts of that solid store and have lost, and all of what it does with itself.
    SolidEnergy energy(std::size_t solid) const;

    template <class Visitor>
    void state(Visitor& visit) {
        for (std::size_t k = 0; k < meetings_.size(); ++k) visit(std::to_string(k), meetings_[k]);
    }

private:
    // Of the points of one solid with another, or of the balls of both.
    struct Meeting {
        ContactTable table;
        char balls = 0;
        double dissipated = 0.0;

        void begin(bool of_balls);
        template <class Visitor>
        void state(Visitor& visit) {
            visit("table", table);
            visit("balls", balls);
            visit("dissipated", dissipated);
        }
    };
    Meeting& meeting(std::size_t a, std::size_t b) { return meetings_[a * count_ + b]; }
    const Meeting& meeting(std::size_t a, std::size_t b) const { return meetings_[a * count_ + b]; }

    std::size_t count_ = 0;
    std::vector<Meeting> meetings_;
    std::vector<SelfContact> with_itself_;
};

}  // namespace lamella
