#include <lamella/geometry/connected/mesh_compaction.hpp>

namespace lamella {

MeshOrder compact(ConnectedMesh& mesh) {
    MeshOrder order;
    for (Index v = 0; v < mesh.vertex_slots(); ++v)
        if (mesh.outgoing(v) >= 0) order.vertices.push_back(v);
    for (Index e = 0; e < mesh.edge_slots(); ++e)
        if (mesh.has_edge(e)) order.edges.push_back(e);
    for (Index f = 0; f < mesh.face_slots(); ++f)
        if (mesh.has_face(f)) order.faces.push_back(f);
    mesh.keep_only(order.vertices, order.edges, order.faces);
    return order;
}

}  // namespace lamella
