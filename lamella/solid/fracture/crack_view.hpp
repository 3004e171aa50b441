// Which particles of a solid at rest a point of it hangs on, past the cracks.
#pragma once

#include <lamella/solid/fracture/fracture.hpp>

namespace lamella {

class CrackView {
public:
    // From the eye on; the fracture must live on. The nearest particle within `reach` that is seen stands for it.
    CrackView(const Fracture& fracture, const Vec3d& eye, double reach);

    Index nearest() const { return nearest_; }  // or -1
    // Whether no crack lies between: for those that act on the nearest one their pair knows it. It has its fragment.
    bool sees(Index particle) const;

private:
    // A triangle that comes within reach of the eye.
    struct Blocker {
        SheetTriangle triangle;
        Vec3d normal;
        Vec3d centre;
        double squared;  // of the radius of a ball that holds it
        double height;   // of the eye above its plane, times the normal's length
    };
    std::vector<Blocker> blockers_near() const;
    bool hidden(const Vec3d& place) const;

    const Fracture& fracture_;
    Vec3d eye_;
    double reach_;
    std::vector<Blocker> blockers_;
    Index nearest_ = -1;
};

// Whether cracks that are new have changed that for one of the particles that it sees; the nearest of these is the one
// above. What cracks hide they do not show again.
bool view_changed(const Fracture& fracture, const TriangleCells& fresh, const Vec3d& eye,
                  std::span<const Index> particles);

}  // namespace lamella
