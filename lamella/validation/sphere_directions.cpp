#include <lamella/validation/sphere_directions.hpp>

#include <array>
#include <map>
#include <numbers>
#include <utility>

namespace lamella {
namespace {

using Triangle = std::array<std::size_t, 3>;

// Cyclic permutations of (0, +-1, +-golden ratio).
std::vector<Vec3> icosahedron() {
    std::vector<Vec3> corners;
    for (int axis = 0; axis < 3; ++axis)
        for (const Real one : {-1.0f, 1.0f})
            for (const Real golden : {-std::numbers::phi_v<Real>, std::numbers::phi_v<Real>}) {
                Vec3 corner = Vec3::Zero();
                corner[(axis + 1) % 3] = one;
                corner[(axis + 2) % 3] = golden;
                corners.push_back(corner.normalized());
            }
    return corners;
}

// Three corners that are neighbours of one another, which are 63 degrees apart.
std::vector<Triangle> triangles_of(const std::vector<Vec3>& corners) {
    std::vector<Triangle> triangles;
    const auto near = [&](std::size_t a, std::size_t b) { return corners[a].dot(corners[b]) > 0.4f; };
    for (std::size_t a = 0; a < corners.size(); ++a)
        for (std::size_t b = a + 1; b < corners.size(); ++b)
            for (std::size_t c = b + 1; c < corners.size(); ++c)
                if (near(a, b) && near(b, c) && near(a, c)) triangles.push_back({a, b, c});
    return triangles;
}

}  // namespace

std::vector<Vec3> sphere_directions(int subdivisions) {
    std::vector<Vec3> corners = icosahedron();
    std::vector<Triangle> triangles = triangles_of(corners);
    for (int s = 0; s < subdivisions; ++s) {
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> middles;
        const auto middle = [&](std::size_t a, std::size_t b) {
            const auto [at, added] = middles.try_emplace(std::minmax(a, b), corners.size());
            if (added) corners.push_back((corners[a] + corners[b]).normalized());
            return at->second;
        };
        std::vector<Triangle> finer;
        for (const auto& [a, b, c] : triangles) {
            const std::size_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            for (const Triangle& t : {Triangle{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}}) finer.push_back(t);
        }
        triangles = std::move(finer);
    }
    return corners;
}

}  // namespace lamella
