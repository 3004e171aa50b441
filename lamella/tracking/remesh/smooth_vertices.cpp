#include <lamella/tracking/remesh/select_elements.hpp>
#include <lamella/tracking/remesh/smooth_vertices.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella {
namespace {

// Whether the smallest angle, opposite to the shortest side, has a larger cosine.
bool is_thin(const ConnectedMesh& mesh, Index f, Real cosine_squared) {
    const Vec3i& t = mesh.corners(f);
    Real a = (mesh.positions[t[1]] - mesh.positions[t[0]]).squaredNorm();
    Real b = (mesh.positions[t[2]] - mesh.positions[t[1]]).squaredNorm();
    Real c = (mesh.positions[t[0]] - mesh.positions[t[2]]).squaredNorm();
    if (b < a) std::swap(a, b);
    if (c < a) std::swap(a, c);
    const Real twice = b + c - a;  // 2 sqrt(b c) cos
    return twice * twice > 4.0f * b * c * cosine_squared;
}

struct Ring {
    Vec3 normal = Vec3::Zero();  // twice the area long
    Vec3 middle = Vec3::Zero();  // of its faces by their areas, from the vertex
};

Ring ring_of(const ConnectedMesh& mesh, Index v) {
    Ring ring;
    Real total = 0.0f;
    const Vec3& x = mesh.positions[v];
    mesh.for_each_outgoing(v, [&](Index h) {
        const Vec3 p = mesh.positions[mesh.to(h)] - x, q = mesh.positions[mesh.opposite(h)] - x;
        const Vec3 n = cross(p, q);
        const Real area = n.norm();
        ring.normal += n;
        ring.middle += (area / 3.0f) * (p + q);
        total += area;
    });
    if (total > 0.0f) ring.middle /= total;
    return ring;
}

bool turns_a_face(const ConnectedMesh& mesh, Index v, const Vec3& move) {
    constexpr Real kCosine = 0.5f;
    bool turns = false;
    const Vec3& x = mesh.positions[v];
    mesh.for_each_outgoing(v, [&](Index h) {
        const Vec3 p = mesh.positions[mesh.to(h)] - x, q = mesh.positions[mesh.opposite(h)] - x;
        const Vec3 before = cross(p, q), after = cross(Vec3(p - move), Vec3(q - move));
        const Real lengths = before.norm() * after.norm();
        turns = turns || (before.squaredNorm() > 0.0f && !(before.dot(after) > kCosine * lengths));
    });
    return turns;
}

// A place in a face at v: v + beta (p - v) + gamma (q - v).
struct PlaceInFace {
    Index p = -1, q = -1;
    Real beta = 0.0f, gamma = 0.0f;
};

PlaceInFace place_after(const ConnectedMesh& mesh, Index v, const Vec3& move) {
    PlaceInFace best;
    Real most = -std::numeric_limits<Real>::infinity();
    const Vec3& x = mesh.positions[v];
    mesh.for_each_outgoing(v, [&](Index h) {
        const Vec3 p = mesh.positions[mesh.to(h)] - x, q = mesh.positions[mesh.opposite(h)] - x;
        const Real pp = p.squaredNorm(), qq = q.squaredNorm(), pq = p.dot(q);
        const Real area = pp * qq - pq * pq;
        if (!(area > 1e-6f * pp * qq)) return;
        const Real mp = move.dot(p), mq = move.dot(q);
        const Real beta = (mp * qq - mq * pq) / area, gamma = (mq * pp - mp * pq) / area;
        if (std::min(beta, gamma) <= most) return;
        most = std::min(beta, gamma);
        best = {mesh.to(h), mesh.opposite(h), beta, gamma};
    });
    best.beta = std::clamp(best.beta, 0.0f, 1.0f);
    best.gamma = std::clamp(best.gamma, 0.0f, 1.0f - best.beta);
    return best;
}

void carry_columns_to(ConnectedMesh& mesh, Index v, const PlaceInFace& place) {
    if (place.p < 0 || place.gamma >= 1.0f) return;
    mesh.vertices.blend(v, v, place.p, place.beta / (1.0f - place.gamma));
    mesh.vertices.blend(v, v, place.q, place.gamma);
}

}  // namespace

std::vector<Index> thin_corners(const ConnectedMesh& mesh, Real degrees) {
    const Real cosine = std::cos(degrees * std::numbers::pi_v<Real> / 180.0f);
    const std::vector<Index> thin = select_elements("thin triangles", mesh.face_slots(), [&](Index f) {
        return mesh.has_face(f) && is_thin(mesh, f, cosine * cosine);
    });
    std::vector<Index> corners;
    for (const Index f : thin)
        for (const Index v : mesh.corners(f)) corners.push_back(v);
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
}

Index smooth_vertices(ConnectedMesh& mesh, const RemeshSettings& settings, std::span<const Index> vertices) {
    const Real cap = settings.smoothing_cap * settings.edge;
    Index moved = 0;
    for (const Index v : vertices) {
        if (!mesh.has_vertex(v) || mesh.outgoing(v) < 0 || mesh.is_boundary_vertex(v)) continue;
        const Ring ring = ring_of(mesh, v);
        const Real squared = ring.normal.squaredNorm();
        if (!(squared > 0.0f)) continue;
        Vec3 move = settings.smoothing * (ring.middle - (ring.middle.dot(ring.normal) / squared) * ring.normal);
        const Real length = move.norm();
        if (length > cap) move *= cap / length;
        if (!(length > 0.0f) || turns_a_face(mesh, v, move)) continue;
        carry_columns_to(mesh, v, place_after(mesh, v, move));
        mesh.positions[v] += move;
        ++moved;
    }
    return moved;
}

}  // namespace lamella
