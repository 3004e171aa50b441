// What is seen of a solid at rest from a point of it, past the cracks.
#pragma once

#include <lamella/solid/fracture/fracture.hpp>

namespace lamella {

class CrackView {
public:
    // The cracks nearer than `reach` are looked up once, all of them or those in the cells. The sheets must live on.
    CrackView(const CrackSheets& sheets, const Vec3d& eye, double reach);
    CrackView(const CrackSheets& sheets, const TriangleCells& some, const Vec3d& eye, double reach);

    const Vec3d& eye() const { return eye_; }
    bool clear() const { return cones_.empty(); }  // no crack is near
    bool sees(const Vec3d& p) const;

private:
    // What a triangle hides lies behind its plane, inside the planes through the eye and its sides.
    struct Cone {
        Vec3d normal;
        double height;  // of the eye above the plane
        std::array<Vec3d, 3> sides;
    };
    void add(std::vector<Index>& numbers);

    const CrackSheets& sheets_;
    Vec3d eye_;
    double reach_;
    std::vector<Cone> cones_;
};

// The fragment of the nearest particle that is seen within `reach`, or -1.
Index nearest_fragment(const Fracture& fracture, const CrackView& view, double reach);

}  // namespace lamella
