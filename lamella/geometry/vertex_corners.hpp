// Which triangles meet at a vertex, so that loops over vertices gather instead of scatter.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>

#include <span>

namespace lamella {

class VertexCorners {
public:
    explicit VertexCorners(const TriangleMesh& mesh);

    // The corners 3 t + k with triangles[t][k] == vertex, ascending.
    std::span<const Index> of(Index vertex) const {
        return {corners_.data() + starts_[vertex], static_cast<std::size_t>(starts_[vertex + 1] - starts_[vertex])};
    }

private:
    std::vector<Index> starts_;
    std::vector<Index> corners_;
};

}  // namespace lamella
