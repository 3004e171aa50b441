#include <lamella/geometry/boundary_loops.hpp>

namespace lamella {

// At a boundary vertex the first half-edge counter-clockwise is the one along the boundary.
std::vector<std::vector<Index>> boundary_loops(const ConnectedMesh& mesh) {
    std::vector<std::vector<Index>> loops;
    std::vector<char> walked(3 * static_cast<std::size_t>(mesh.face_slots()), 0);
    for (Index first = 0; first < 3 * mesh.face_slots(); ++first) {
        if (!mesh.has_face(mesh.face(first)) || !mesh.at_boundary(first) || walked[first]) continue;
        loops.emplace_back();
        for (Index h = first; !walked[h]; h = mesh.outgoing(mesh.to(h))) {
            walked[h] = 1;
            loops.back().push_back(h);
        }
    }
    return loops;
}

bool is_closed(const ConnectedMesh& mesh) {
    for (Index h = 0; h < 3 * mesh.face_slots(); ++h)
        if (mesh.has_face(mesh.face(h)) && mesh.at_boundary(h)) return false;
    return true;
}

Index euler_characteristic(const ConnectedMesh& mesh) {
    Index result = 0;
    for (Index v = 0; v < mesh.vertex_slots(); ++v) result += mesh.outgoing(v) >= 0 ? 1 : 0;
    for (Index e = 0; e < mesh.edge_slots(); ++e) result -= mesh.has_edge(e) ? 1 : 0;
    for (Index f = 0; f < mesh.face_slots(); ++f) result += mesh.has_face(f) ? 1 : 0;
    return result;
}

}  // namespace lamella
