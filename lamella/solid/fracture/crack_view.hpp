// What is seen of a solid at rest from a point of it, past the cracks.
#pragma once

#include <lamella/solid/fracture/fracture.hpp>

namespace lamella {

class CrackView {
public:
    // The cracks nearer than `reach` are looked up once. The sheets must live on.
    CrackView(const CrackSheets& sheets, const Vec3d& eye, double reach);

    const Vec3d& eye() const { return eye_; }
    bool sees(const Vec3d& p) const;

private:
    const CrackSheets& sheets_;
    Vec3d eye_;
    double reach_;
    std::vector<SheetTriangle> triangles_;
};

// The fragment of the nearest particle that is seen within `reach`, or -1.
Index nearest_fragment(const Fracture& fracture, const CrackView& view, double reach);

}  // namespace lamella
