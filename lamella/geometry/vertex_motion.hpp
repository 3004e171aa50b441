// A mesh whose vertices move and whose triangles stay, whatever moves them: files, or a rig.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

class VertexMotion {
public:
    virtual ~VertexMotion() = default;

    // At a time, with the columns that the mesh has besides its positions.
    virtual TriangleMesh at(double t) const = 0;
    // The exact derivatives of the positions; at a key those of the interval that begins there.
    virtual std::vector<Vec3> velocities(double t) const = 0;
    virtual bool moves() const = 0;        // ever
    virtual Real speed_bound() const = 0;  // no vertex is ever faster
    virtual double last_time() const = 0;  // from which on it rests; infinite if it never does

protected:
    VertexMotion() = default;
    VertexMotion(const VertexMotion&) = default;
    VertexMotion& operator=(const VertexMotion&) = default;
};

}  // namespace lamella
