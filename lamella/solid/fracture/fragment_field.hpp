// To which fragment a point of a solid at rest belongs: the kernel vote of the nearest particles that are seen from it
// past the cracks.
#pragma once

#include <lamella/particles/rest_cells.hpp>
#include <lamella/solid/fracture/crack_sheets.hpp>
#include <lamella/solid/fracture/rest_body.hpp>

namespace lamella {

class FragmentField {
public:
    static constexpr Index kOutside = -1;

    // The fragment of each particle; all of it must live on.
    FragmentField(const RestCells& cells, std::span<const Index> fragments, const CrackSheets& sheets,
                  const RestBody& body)
        : cells_(cells), fragments_(fragments), sheets_(sheets), body_(body) {}

    double spacing() const { return body_.spacing; }

    // Calls f(fragment, place) for all particles.
    template <class F>
    void for_each_particle(F&& f) const {
        cells_.for_each([&](Index i, const Vec3& place) { f(fragments_[i], place); });
    }

    // kOutside where the solid is not, or no particle near.
    Index label(const Vec3d& p) const;

    // A place between a and b, that have different labels, where one ends, and the normal of the face there.
    struct Face {
        Vec3d point = Vec3d::Zero();
        Vec3d normal = Vec3d::Zero();
        bool inside = false;  // a face of fracture
    };
    Face face(const Vec3d& a, Index label_a, const Vec3d& b, Index label_b) const;

private:
    Face skin(const Vec3d& a, const Vec3d& b) const;
    double lead(const Vec3d& p, Index first, Index second) const;  // of the first in votes
    Face between(const Vec3d& a, Index label_a, const Vec3d& b, Index label_b) const;

    const RestCells& cells_;
    std::span<const Index> fragments_;
    const CrackSheets& sheets_;
    const RestBody& body_;
};

}  // namespace lamella
