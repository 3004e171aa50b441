#include <lamella/geometry/connected/face_replacement.hpp>
#include <lamella/tracking/remesh/pinch_neck.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace lamella {
namespace {

constexpr std::size_t kFewestFaces = 6;
constexpr Real kHeight = 0.5f;  // of the distance
constexpr Real kDraw = 0.1f;    // of the ring's mean edge

using Ring = std::array<Index, 3>;

// The half-edge from a to b, or -1.
Index halfedge_between(const ConnectedMesh& mesh, Index a, Index b) {
    Index found = -1;
    mesh.for_each_outgoing(a, [&](Index h) {
        if (mesh.to(h) == b) found = h;
    });
    return found;
}

Vec3 centre_of(const ConnectedMesh& mesh, const Vec3i& corners) {
    return (mesh.positions[corners[0]] + mesh.positions[corners[1]] + mesh.positions[corners[2]]) / 3.0f;
}

// The faces at the ring on the left of it, ascending.
std::vector<Index> left_faces(const ConnectedMesh& mesh, const Ring& ring) {
    std::vector<Index> faces;
    for (std::size_t k = 0; k < 3; ++k) {
        const Index before = ring[(k + 2) % 3], after = ring[(k + 1) % 3];
        // Counter-clockwise around the corner from the edge that leaves it to the one that came.
        for (Index h = halfedge_between(mesh, ring[k], after); h >= 0;) {
            faces.push_back(mesh.face(h));
            h = mesh.twin(mesh.previous(h));
            if (h >= 0 && mesh.to(h) == before) break;
        }
    }
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    return faces;
}

struct Side {
    std::vector<Index> faces;
    Vec3 away = Vec3::Zero();  // from the ring's middle to the mean of their centres
};

Side side_of(const ConnectedMesh& mesh, const Ring& ring, const Vec3& middle) {
    Side side{left_faces(mesh, ring), Vec3::Zero()};
    for (const Index f : side.faces) side.away += centre_of(mesh, mesh.corners(f)) - middle;
    side.away /= static_cast<Real>(std::max<std::size_t>(side.faces.size(), 1));
    return side;
}

struct Neck {
    Ring ring;
    Side left, right;
};

std::optional<Neck> neck_at(const ConnectedMesh& mesh, const Ring& ring, Real longest) {
    const Vec3 &a = mesh.positions[ring[0]], &b = mesh.positions[ring[1]], &c = mesh.positions[ring[2]];
    if ((b - a).norm() + (c - b).norm() + (a - c).norm() > longest) return {};
    const Vec3 middle = (a + b + c) / 3.0f;
    Neck neck{ring, side_of(mesh, ring, middle), side_of(mesh, {ring[2], ring[1], ring[0]}, middle)};
    if (std::min(neck.left.faces.size(), neck.right.faces.size()) < kFewestFaces) return {};
    std::vector<Index> both;
    std::set_intersection(neck.left.faces.begin(), neck.left.faces.end(), neck.right.faces.begin(),
                          neck.right.faces.end(), std::back_inserter(both));
    if (!both.empty()) return {};
    const Vec3 across = cross(Vec3(b - a), Vec3(c - a));
    const Real length = across.norm();
    if (!(length > 0.0f)) return {};
    const Real left = neck.left.away.dot(across) / length, right = neck.right.away.dot(across) / length;
    const bool apart = left * right < 0.0f && std::abs(left) >= kHeight * neck.left.away.norm() &&
                       std::abs(right) >= kHeight * neck.right.away.norm();
    return apart ? std::optional(neck) : std::nullopt;
}

void draw_back(ConnectedMesh& mesh, const Ring& ring, const Vec3& away) {
    const Vec3 &a = mesh.positions[ring[0]], &b = mesh.positions[ring[1]], &c = mesh.positions[ring[2]];
    const Real edge = ((b - a).norm() + (c - b).norm() + (a - c).norm()) / 3.0f;
    const Vec3 move = kDraw * edge * away.normalized();
    for (const Index v : ring) mesh.positions[v] += move;
}

bool cut(ConnectedMesh& mesh, const Neck& neck) {
    Ring copies;
    for (std::size_t k = 0; k < 3; ++k) {
        copies[k] = mesh.add_vertex(mesh.positions[neck.ring[k]]);
        mesh.vertices.copy(neck.ring[k], copies[k]);
    }
    std::vector<NewFace> made;
    for (const Index f : neck.right.faces) {
        Vec3i corners = mesh.corners(f);
        for (Index& v : corners)
            if (const auto at = std::find(neck.ring.begin(), neck.ring.end(), v); at != neck.ring.end())
                v = copies[static_cast<std::size_t>(at - neck.ring.begin())];
        made.push_back({corners, f});
    }
    made.push_back({{neck.ring[0], neck.ring[2], neck.ring[1]}, neck.left.faces.front()});
    made.push_back({{copies[0], copies[1], copies[2]}, neck.right.faces.front()});
    if (!replace_faces(mesh, neck.right.faces, made)) return false;
    draw_back(mesh, neck.ring, neck.left.away);
    draw_back(mesh, copies, neck.right.away);
    return true;
}

}  // namespace

bool pinch_neck(ConnectedMesh& mesh, Index edge, Real longest) {
    if (!mesh.has_edge(edge)) return false;
    const Index h = mesh.halfedge(edge), g = mesh.twin(h);
    if (g < 0) return false;
    const Index a = mesh.from(h), b = mesh.to(h);
    std::vector<Index> of_b = mesh.neighbours(b);
    std::sort(of_b.begin(), of_b.end());
    std::vector<Index> common = mesh.neighbours(a);
    std::erase_if(common, [&](Index v) {
        return v == mesh.opposite(h) || v == mesh.opposite(g) || !std::binary_search(of_b.begin(), of_b.end(), v);
    });
    std::sort(common.begin(), common.end());
    for (const Index c : common)
        if (const auto neck = neck_at(mesh, {a, b, c}, longest); neck && cut(mesh, *neck)) return true;
    return false;
}

}  // namespace lamella
