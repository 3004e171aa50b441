#include <lamella/core/disjoint_sets.hpp>
#include <lamella/geometry/connected/face_replacement.hpp>
#include <lamella/tracking/repair/mesh_raster.hpp>
#include <lamella/tracking/repair/satellites.hpp>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

constexpr Index kMostFaces = 2000;  // a part with more is no satellite
constexpr Index kMostNodes = 20000;

// The faces of all parts that have few, by the part's lowest vertex.
std::map<Index, std::vector<Index>> small_parts(const ConnectedMesh& mesh) {
    DisjointSets sets(mesh.vertex_slots());
    for (Index f = 0; f < mesh.face_slots(); ++f)
        if (mesh.has_face(f)) {
            sets.join(mesh.corners(f)[0], mesh.corners(f)[1]);
            sets.join(mesh.corners(f)[0], mesh.corners(f)[2]);
        }
    std::vector<Index> faces_of(static_cast<std::size_t>(mesh.vertex_slots()), 0);
    for (Index f = 0; f < mesh.face_slots(); ++f)
        if (mesh.has_face(f)) ++faces_of[sets.find(mesh.corners(f)[0])];
    std::map<Index, std::vector<Index>> parts;
    for (Index f = 0; f < mesh.face_slots(); ++f)
        if (mesh.has_face(f) && faces_of[sets.find(mesh.corners(f)[0])] <= kMostFaces)
            parts[sets.find(mesh.corners(f)[0])].push_back(f);
    return parts;
}

double volume_of(const std::vector<RasterTriangle>& part) {
    const Vec3d centre = part[0].places[0];
    double sum = 0.0;
    for (const RasterTriangle& t : part)
        sum += cross(Vec3d(t.places[0] - centre), Vec3d(t.places[1] - centre)).dot(t.places[2] - centre);
    return sum / 6.0;
}

Vec3d centre_of(const std::vector<RasterTriangle>& part) {
    Vec3d sum = Vec3d::Zero();
    for (const RasterTriangle& t : part) sum += t.places[0] + t.places[1] + t.places[2];
    return sum / (3.0 * static_cast<double>(part.size()));
}

bool encloses(const std::vector<RasterTriangle>& part, const Vec3i& node) {
    int winding = 0;
    for (const RasterTriangle& t : part) {
        const LineCrossing crossing = cross_line(t, 2, node);
        if (crossing.sign != 0 && crossing.at > node.z()) winding += crossing.sign;
    }
    return winding != 0;
}

bool somewhere(const LevelField& phi, const std::vector<Vec3>& points, bool inside) {
    std::vector<LevelSample> samples(points.size());
    phi.evaluate(points, samples);
    return std::ranges::any_of(samples, [&](const LevelSample& s) { return (s.value > 0.0f) == inside; });
}

// Around the part, twice as far from its centre as its vertices.
std::vector<Vec3> places_beyond(const std::vector<RasterTriangle>& part, const RepairGrid& grid) {
    const Vec3d centre = centre_of(part);
    std::vector<Vec3> places;
    for (const RasterTriangle& t : part)
        for (const Vec3d& p : t.places) places.push_back(grid.position(Vec3d(2.0 * p - centre)));
    return places;
}

// phi has its sign within and the other one somewhere around: a cavity is one in liquid only.
bool is_confirmed(const std::vector<RasterTriangle>& part, bool inside, const LevelField* phi, const RepairGrid& grid) {
    Vec3d low = part[0].low, high = part[0].high;
    for (const RasterTriangle& t : part) {
        low = low.cwiseMin(t.low);
        high = high.cwiseMax(t.high);
    }
    const Vec3i first = floor_of(low) + Vec3i::Ones(), last = floor_of(high);
    if ((last - first).cast<double>().array().max(0.0).prod() > kMostNodes) return true;
    std::vector<Vec3> points;
    if (phi) points.push_back(grid.position(centre_of(part)));
    for (Index x = first.x(); x <= last.x(); ++x)
        for (Index y = first.y(); y <= last.y(); ++y)
            for (Index z = first.z(); z <= last.z(); ++z)
                if (encloses(part, {x, y, z})) points.push_back(grid.position(Vec3i(x, y, z)));
    if (!phi) return !points.empty();
    return somewhere(*phi, points, inside) && somewhere(*phi, places_beyond(part, grid), !inside);
}

}  // namespace

Index remove_satellites(ConnectedMesh& mesh, const LevelField* phi, const RepairGrid& grid, double smallest_volume) {
    Index removed = 0;
    for (const auto& [vertex, faces] : small_parts(mesh)) {
        std::vector<RasterTriangle> part;
        for (const Index f : faces) {
            const Vec3i& c = mesh.corners(f);
            const auto place = [&](int k) { return grid.place(mesh.positions[c[k]]); };
            part.push_back(raster_triangle(c, {place(0), place(1), place(2)}));
        }
        const double volume = volume_of(part);
        if (std::abs(volume) >= smallest_volume || is_confirmed(part, volume > 0.0, phi, grid)) continue;
        removed += replace_faces(mesh, faces, {}) ? 1 : 0;
    }
    return removed;
}

}  // namespace lamella
