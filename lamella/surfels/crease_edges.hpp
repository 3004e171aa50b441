// The sharp edges of a mesh, and which of its triangles go on smoothly in one another.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/geometry/vertex_corners.hpp>

#include <array>

namespace lamella {

class CreaseEdges {
public:
    // `angle` between normals, in degrees, from which on an edge is sharp. The mesh must live on.
    CreaseEdges(const TriangleMesh& mesh, Real angle);

    const Vec3& normal(Index triangle) const { return normals_[triangle]; }
    // That of the smooth part that the triangle belongs to.
    Vec3 smooth_normal(Index triangle, const Vec3& weights) const;

    struct Edge {
        Vec3 from, to;
        Vec3 outwards;  // in the plane of its triangle, across the edge
    };
    // Calls f(edge) for the sharp edges nearer than `reach` to p that bound the smooth part around p, on a triangle.
    template <class F>
    void for_each_near(const Vec3& p, Index triangle, Real reach, F&& f) const {
        constexpr std::size_t kMost = 256;  // triangles
        std::vector<Index> met{triangle};
        for (std::size_t k = 0; k < met.size(); ++k)
            for (int side = 0; side < 3; ++side) {
                const Edge edge = edge_of(met[k], side);
                if (squared_distance(p, edge) > reach * reach) continue;
                const Index beyond = across_[met[k]][side];
                if (beyond < 0)
                    f(edge);
                else if (met.size() < kMost && std::find(met.begin(), met.end(), beyond) == met.end())
                    met.push_back(beyond);
            }
    }

private:
    void find_neighbours(Real least_cosine);
    Edge edge_of(Index triangle, int side) const;
    static Real squared_distance(const Vec3& p, const Edge& edge);

    const TriangleMesh& mesh_;
    std::vector<Vec3> normals_;                 // of the triangles
    std::vector<std::array<Vec3, 3>> corners_;  // smooth normals there
    std::vector<std::array<Index, 3>> across_;  // the triangle beyond each side, or -1 at a sharp edge
};

}  // namespace lamella
