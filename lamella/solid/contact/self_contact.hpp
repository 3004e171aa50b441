// A whole solid with itself, where it has been bent so far that parts of it meet which rest far from one another
// (Keiser 2006, 5.8): its points against the surface that particles of the other part carry (surface_meeting.hpp), half
// of the force for each way round. A part that a point may meet is what lies around the particle nearest to it of those
// that rest further than 4.5 spacings from where it rests itself; what such particles say rests nearer is no contact,
// but matter that is crushed or bent.
//
// Who may meet is listed for many steps, until something has moved by a margin. Forces depend on the places of the
// moment alone, so lists are no state.
#pragma once

#include <lamella/solid/contact/contact_table.hpp>
#include <lamella/solid/solid.hpp>

namespace lamella {

class SelfContact {
public:
    ContactResult push(Solid& solid, double dt, const ContactTable& before);

private:
    bool lists_hold(const Solid& solid) const;
    void find_lists(const Solid& solid);

    std::vector<Vec3> then_;  // from the middle to the particles when the lists were made
    std::vector<char> outer_;
    std::vector<Index> owners_;             // those of the touch points that may meet something
    std::vector<std::vector<Index>> near_;  // the particles of other parts around each
};

}  // namespace lamella
