// A triangle mesh that knows its neighbours and is changed edge by edge: half-edges as index arrays. Operations stand
// in files of their own (edge_split.hpp, edge_flip.hpp, edge_collapse.hpp, face_replacement.hpp); each costs as much as
// the valence of its vertices, refuses what would make the mesh non-manifold, and lets the data on vertices, edges and
// faces follow (element_data.hpp). What an operation takes away keeps its slot, so numbers stay valid until compact()
// (mesh_compaction.hpp).
//
// Half-edge h = 3 f + k runs from corner k of face f to the next one. At a boundary it has no twin.
#pragma once

#include <lamella/geometry/connected/element_data.hpp>
#include <lamella/geometry/triangle_mesh.hpp>

namespace lamella {

class ConnectedMesh {
public:
    ConnectedMesh() = default;

    // InputError where the mesh is not manifold and oriented; its attributes become the vertices' data.
    explicit ConnectedMesh(const TriangleMesh& mesh);

    // What is there, in its order, without vertices that no face has.
    TriangleMesh to_triangle_mesh() const;

    std::vector<Vec3> positions;
    ElementData vertices;
    ElementData edges;
    ElementData faces;

    // Slots, also of what was taken away.
    Index vertex_slots() const { return static_cast<Index>(outgoing_.size()); }
    Index edge_slots() const { return static_cast<Index>(halfedge_.size()); }
    Index face_slots() const { return static_cast<Index>(corners_.size()); }
    bool has_vertex(Index v) const { return v >= 0 && v < vertex_slots() && outgoing_[v] != kGone; }
    bool has_edge(Index e) const { return e >= 0 && e < edge_slots() && halfedge_[e] != kGone; }
    bool has_face(Index f) const { return f >= 0 && f < face_slots() && corners_[f][0] != kGone; }

    const Vec3i& corners(Index f) const { return corners_[f]; }
    static constexpr Index next(Index h) { return h % 3 == 2 ? h - 2 : h + 1; }
    static constexpr Index previous(Index h) { return h % 3 == 0 ? h + 2 : h - 1; }
    static constexpr Index face(Index h) { return h / 3; }
    Index from(Index h) const { return corners_[h / 3][h % 3]; }
    Index to(Index h) const { return from(next(h)); }
    Index opposite(Index h) const { return from(previous(h)); }  // the third corner of its face
    Index twin(Index h) const { return twin_[h]; }               // or -1
    Index edge(Index h) const { return edge_[h]; }
    Index halfedge(Index e) const { return halfedge_[e]; }  // one of the edge's two
    bool at_boundary(Index h) const { return twin_[h] < 0; }

    // The half-edge at v that comes first counter-clockwise, at a boundary the one along it; -1 if v has no face.
    Index outgoing(Index v) const { return outgoing_[v] < 0 ? -1 : outgoing_[v]; }
    bool is_boundary_vertex(Index v) const { return outgoing(v) >= 0 && at_boundary(outgoing(v)); }

    // Calls f(h) for the half-edges that leave v, counter-clockwise.
    template <class F>
    void for_each_outgoing(Index v, F&& f) const {
        const Index first = outgoing(v);
        for (Index h = first; h >= 0;) {
            const Index after = twin_[previous(h)];
            f(h);
            h = after == first ? -1 : after;
        }
    }
    std::vector<Index> neighbours(Index v) const;  // counter-clockwise
    Index edge_between(Index a, Index b) const;    // or -1

    template <class Visitor>
    void state(Visitor& visit) {
        visit("positions", positions);
        visit("corners", corners_);
        visit("twin", twin_);
        visit("edge", edge_);
        visit("outgoing", outgoing_);
        visit("halfedge", halfedge_);
        visit("vertices", vertices);
        visit("edges", edges);
        visit("faces", faces);
    }

    // For operations: they leave a mesh in which check() (connected_mesh_check.hpp) finds nothing.
    Index add_vertex(const Vec3& position);
    Index add_edge();
    Index add_face(const Vec3i& corners);
    void set_corners(Index f, const Vec3i& corners) { corners_[f] = corners; }
    void remove_vertex(Index v) { outgoing_[v] = kGone; }
    void remove_edge(Index e) { halfedge_[e] = kGone; }
    void remove_face(Index f) { corners_[f] = Vec3i::Constant(kGone); }
    void pair(Index h, Index g, Index e);  // two half-edges of an edge; one of them may be -1
    void set_outgoing(Index v, Index h);   // any half-edge that leaves v, or -1; their twins must be right
    void keep_only(const std::vector<Index>& vertex_order, const std::vector<Index>& edge_order,
                   const std::vector<Index>& face_order);  // slots in a new order, which leaves some out

private:
    static constexpr Index kGone = -2;

    void find_twins(const TriangleMesh& mesh);
    void number_edges();

    std::vector<Vec3i> corners_;
    std::vector<Index> twin_;      // of half-edges
    std::vector<Index> edge_;      // of half-edges
    std::vector<Index> outgoing_;  // of vertices
    std::vector<Index> halfedge_;  // of edges
};

Real face_area(const ConnectedMesh& mesh, Index f);

}  // namespace lamella
