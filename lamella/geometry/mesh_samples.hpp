// Points that follow a mesh that bends: each is tied to one triangle by its barycentric coordinates and its height
// above it, so that their number and their order never change.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

#include <span>

namespace lamella {

class MeshSamples {
public:
    MeshSamples() = default;
    // Ties every point to the closest triangle. A point that lies beyond a border or a sharp edge is drawn to where the
    // normal of its triangle meets it. The mesh must have triangles, unless there are no points.
    MeshSamples(const TriangleMesh& rest, std::span<const Vec3> points);

    Index size() const { return static_cast<Index>(ties_.size()); }

    // Where the points are when the vertices are at `vertices`.
    void positions(std::span<const Vec3> vertices, std::span<Vec3> out) const;

    // The exact derivative, for vertices that move with `rates`.
    void velocities(std::span<const Vec3> vertices, std::span<const Vec3> rates, std::span<Vec3> out) const;

private:
    struct Tie {
        Vec3i corners;
        Vec3 weights;
        Real height;
    };
    std::vector<Tie> ties_;
};

}  // namespace lamella
