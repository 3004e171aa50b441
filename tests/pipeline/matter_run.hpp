// A run folder with parts of every kind beside those that a simulation wrote.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/io/body_poses.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/strand_file.hpp>
#include <lamella/io/tet_file.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamella::test {

// A block of 4 x 4 x 4 cubes of six tetrahedra each, from `corner` on; cells have `stress`, nodes `T` and `v`.
inline TetMesh block_of_tets(const Vec3& corner, Real edge) {
    constexpr Index kCubes = 4, kNodes = kCubes + 1;
    TetMesh mesh;
    const auto node = [&](Index x, Index y, Index z) { return (z * kNodes + y) * kNodes + x; };
    for (Index z = 0; z < kNodes; ++z)
        for (Index y = 0; y < kNodes; ++y)
            for (Index x = 0; x < kNodes; ++x)
                mesh.positions.emplace_back(corner + edge / kCubes * Vec3i(x, y, z).cast<Real>());
    constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (Index c = 0; c < kCubes * kCubes * kCubes; ++c)
        for (int k = 0; k < 6; ++k) {  // along the diagonal, one axis after another
            Vec3i at(c % kCubes, c / kCubes % kCubes, c / (kCubes * kCubes));
            Vec4i tet;
            tet[0] = node(at.x(), at.y(), at.z());
            for (int step = 0; step < 3; ++step) {
                ++at[kOrders[k][step]];
                tet[step + 1] = node(at.x(), at.y(), at.z());
            }
            if (k >= 3) std::swap(tet[1], tet[2]);  // odd orders are turned
            mesh.tets.push_back(tet);
        }
    mesh.nodes.resize(mesh.node_count());
    mesh.cells.resize(mesh.tet_count());
    auto& heat = mesh.nodes.add<ScalarColumn>("T");
    mesh.nodes.add<Vec3Column>("v");
    for (Index i = 0; i < mesh.node_count(); ++i) heat[i] = mesh.positions[i].y();
    auto& stress = mesh.cells.add<ScalarColumn>("stress");
    for (Index i = 0; i < mesh.tet_count(); ++i) stress[i] = static_cast<Real>(i % 24);
    return mesh;
}

// Points of a ball with outward normals; T grows upwards.
inline ParticleSet ball_of_surfels(const Vec3& centre, Real radius, Index count) {
    ParticleSet set;
    set.resize(count);
    auto& x = set.add<Vec3Column>("P");
    auto& n = set.add<Vec3Column>("N");
    auto& size = set.add<ScalarColumn>("pscale");
    auto& heat = set.add<ScalarColumn>("T");
    for (Index i = 0; i < count; ++i) {
        const Real up = 1.0f - (2.0f * static_cast<Real>(i) + 1.0f) / static_cast<Real>(count);
        const Real angle = static_cast<Real>(i) * std::numbers::pi_v<Real> * (3.0f - std::sqrt(5.0f));
        const Real around = std::sqrt(1.0f - up * up);
        const Vec3 normal(around * std::cos(angle), up, around * std::sin(angle));
        x.set(i, centre + radius * normal);
        n.set(i, normal);
        size[i] = radius * std::sqrt(3.0f / static_cast<Real>(count));
        heat[i] = centre.y() + radius * up;
    }
    return set;
}

// Upright strands on a square, bent to the side; T from root to tip.
inline Strands grass(const Vec3& corner, Real edge, Index rows) {
    constexpr Index kPoints = 8;
    Strands strands;
    strands.points.resize(rows * rows * kPoints);
    auto& x = strands.points.add<Vec3Column>("P");
    auto& size = strands.points.add<ScalarColumn>("pscale");
    auto& heat = strands.points.add<ScalarColumn>("T");
    for (Index s = 0; s < rows * rows; ++s) {
        for (Index k = 0; k < kPoints; ++k) {
            const Real t = static_cast<Real>(k) / (kPoints - 1);
            const Index i = s * kPoints + k;
            const Vec3 root(static_cast<Real>(s % rows), 0.0f, static_cast<Real>(s / rows));
            x.set(i, corner + edge / static_cast<Real>(rows) * root + edge * Vec3(0.3f * t * t, 1.2f * t, 0.0f));
            size[i] = 0.03f * edge * (1.0f - 0.8f * t);
            heat[i] = t;
        }
        strands.first.push_back((s + 1) * kPoints);
    }
    return strands;
}

// A sheet in waves with the column T.
inline TriangleMesh wavy_sheet(const Vec3& corner, Real edge, Index cells) {
    TriangleMesh mesh;
    for (Index j = 0; j <= cells; ++j)
        for (Index i = 0; i <= cells; ++i) {
            const Vec3 p(static_cast<Real>(i) / static_cast<Real>(cells), 0.0f,
                         static_cast<Real>(j) / static_cast<Real>(cells));
            mesh.positions.emplace_back(corner + edge * (p + 0.1f * std::sin(12.0f * p.x()) * Vec3::UnitY()));
        }
    for (Index j = 0; j < cells; ++j)
        for (Index i = 0; i < cells; ++i) {
            const Index a = j * (cells + 1) + i, b = a + cells + 1;
            mesh.triangles.emplace_back(a, b, a + 1);
            mesh.triangles.emplace_back(a + 1, b, b + 1);
        }
    mesh.attributes.resize(mesh.vertex_count());
    auto& heat = mesh.attributes.add<ScalarColumn>("T");
    for (Index i = 0; i < mesh.vertex_count(); ++i) heat[i] = mesh.positions[static_cast<std::size_t>(i)].y();
    return mesh;
}

// To a run of a domain of `size` from the origin on: for each frame tetrahedra "jelly", surfels "ball", strands
// "grass", a mesh "sheet", and poses that lift the body `body` by half the domain.
inline void add_matter(const std::filesystem::path& run, Real size, int frames, const std::string& body) {
    const RunFolder folder(run);
    const auto part = [](PartKind kind, const char* name) { return part_of(Stage::simulate, kind, name); };
    const std::vector<PartRecord> parts{part(PartKind::tetrahedra, "jelly"), part(PartKind::surfels, "ball"),
                                        part(PartKind::strands, "grass"), part(PartKind::mesh, "sheet"), poses_part()};
    for (const PartRecord& record : parts) std::filesystem::create_directories(folder.path(record, 1).parent_path());
    for (int frame = 1; frame <= frames; ++frame) {
        write_tets(folder.path(parts[0], frame), block_of_tets(size * Vec3(0.62f, 0.02f, 0.1f), 0.3f * size));
        write_particles(folder.path(parts[1], frame),
                        ball_of_surfels(size * Vec3(0.3f, 0.7f, 0.3f), 0.15f * size, 400));
        write_strands(folder.path(parts[2], frame), grass(size * Vec3(0.6f, 0.0f, 0.6f), 0.3f * size, 9));
        write_mesh(folder.path(parts[3], frame), wavy_sheet(size * Vec3(0.1f, 0.35f, 0.6f), 0.35f * size, 24));
        BodyPose pose;
        pose.name = body;
        pose.pose.translation = Vec3(0.0f, 0.5f * size, 0.0f);
        write_poses(folder.path(parts[4], frame), {frame, 0.0, {pose}, {}});
    }
    RunRecord record = folder.read_record();
    auto& listed = record.stages["simulate"].parts;
    for (const PartRecord& one : parts)
        if (std::ranges::find(listed, one) == listed.end()) listed.push_back(one);
    folder.write_record(record);
}

}  // namespace lamella::test
