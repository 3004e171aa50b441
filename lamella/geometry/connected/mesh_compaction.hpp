// Without the slots of what operations have taken away.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

namespace lamella {

// Old numbers of what is left, in their order: element k was order[k].
struct MeshOrder {
    std::vector<Index> vertices;
    std::vector<Index> edges;
    std::vector<Index> faces;
};

// Also vertices without a face go.
MeshOrder compact(ConnectedMesh& mesh);

}  // namespace lamella
