// Points of a solid against a surface that particles carry (contact_keiser2006.hpp): that of another solid, or that of
// another part of itself.
#pragma once

#include <lamella/solid/contact/contact_table.hpp>
#include <lamella/solid/contact/linear_weights.hpp>
#include <lamella/solid/solid.hpp>

namespace lamella {

class SurfaceMeeting {
public:
    static constexpr double kSupport = 2.8;  // spacings, of the particles that carry the surface
    static constexpr Real kSkin = 1.0f;      // spacings from the outermost particles to the skin, at most

    // What the points of a loop's chunk have met.
    struct Chunk {
        struct Met {
            Index point;
            ContactTable::Row row;
            double before;
            double lost;
            bool touches;
            std::size_t end;  // of the particles that it pushes
        };
        std::vector<Met> met;
        std::vector<std::pair<Index, Real>> pushed;  // and their shares
    };

    // `share` of the force: half where the other way round counts, too.
    SurfaceMeeting(const Solid& points_of, const Solid& surface_of, Real share, double dt, const ContactTable& before);

    Vec3 point(Index k) const;
    double radius() const { return radius_; }
    // Of those that carry the surface at p, among some; none where they are too far for p to touch it.
    LinearWeights around(const Vec3& p, std::span<const Index> particles) const;
    // Where the point would rest that these particles carry.
    Vec3 rest_place(const LinearWeights& weights) const;
    // Point k, which they carry at X. A surface that looks the same way as the point's own, `outwards`, is none to it.
    void meet(Index k, const LinearWeights& weights, const Vec3& X, const Vec3& outwards, Chunk& chunk) const;

private:
    // How deep a point lies in a solid, and the way out.
    struct Way {
        Real depth;
        Vec3 normal;
    };
    Way way_out(const LinearWeights& weights, const Vec3& X, Real reach) const;

    const Solid& a_;
    const Solid& b_;
    ContactLaw law_;
    double radius_;
    Real share_;
    double dt_;
    const ContactTable& before_;
};

// Pushes both, in the order of the points.
ContactResult push_met(Solid& points_of, Solid& surface_of, std::span<const SurfaceMeeting::Chunk> chunks,
                       const ContactTable& before);

}  // namespace lamella
