// Small particle sets and meshes for the tests of file formats.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/particles/particle_set.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace lamella::test {

// `n` particles with a column of every type and values that text formats must not round.
inline ParticleSet sample_particles(Index n) {
    ParticleSet set;
    set.resize(n);
    auto& x = set.add<Vec3Column>("P");
    auto& v = set.add<Vec3Column>("v");
    auto& id = set.add<IndexColumn>("id");
    auto& density = set.add<ScalarColumn>("density");
    auto& radius = set.add<ScalarColumn>("pscale");
    auto& thin = set.add<ScalarColumn>("thin");
    auto& generation = set.add<IndexColumn>("generation");
    auto& axis = set.add<Vec3Column>("axis");
    auto& orient = set.add<Vec4Column>("orient");
    auto& colour = set.add<Vec3Column>("Cd");
    for (Index i = 0; i < n; ++i) {
        const Real t = static_cast<Real>(i) + 1.0f / 3.0f;
        x.set(i, {t, -0.1f * t, 1e-7f * t});
        v.set(i, {-t, 1e20f * t, 0.1f});
        id[i] = 2147483647 - i;
        density[i] = 1000.0f + 0.1f * t;
        radius[i] = 0.0125f;
        thin[i] = 1.0f / t;
        generation[i] = -i;
        axis.set(i, {1, t, 2});
        orient.set(i, {0.1f, 0.2f, 0.3f, t});
        colour.set(i, Vec3(51, 102, static_cast<Real>(i % 256)) / 255.0f);
    }
    return set;
}

// Every column of `expected` is in `found` with the same bits (Cd within half a byte).
inline void expect_same_columns(const ColumnTable& expected, const ColumnTable& found) {
    ASSERT_EQ(expected.size(), found.size());
    EXPECT_EQ(expected.columns().size(), found.columns().size());
    for (const auto& [name, any] : expected.columns()) {
        SCOPED_TRACE(name);
        std::visit(
            [&, &label = name](const auto& column) {
                const auto* other = found.find<std::remove_cvref_t<decltype(column)>>(label);
                ASSERT_NE(other, nullptr);
                for (int c = 0; c < column.components; ++c)
                    for (Index i = 0; i < column.size(); ++i) {
                        const auto a = column.component(c).span()[static_cast<std::size_t>(i)];
                        const auto b = other->component(c).span()[static_cast<std::size_t>(i)];
                        if (label == "Cd")
                            ASSERT_NEAR(a, b, 1e-6) << i;
                        else
                            ASSERT_EQ(a, b) << i;
                    }
            },
            any);
    }
}

// A tetrahedron with attributes.
inline TriangleMesh sample_mesh() {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1.0f / 3, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    mesh.attributes.resize(4);
    auto& normal = mesh.attributes.add<Vec3Column>("N");
    auto& v = mesh.attributes.add<Vec3Column>("v");
    auto& thickness = mesh.attributes.add<ScalarColumn>("thickness");
    for (Index i = 0; i < 4; ++i) {
        normal.set(i, mesh.positions[static_cast<std::size_t>(i)]);
        v.set(i, Vec3::Constant(0.1f * static_cast<Real>(i)));
        thickness[i] = 1.0f / (1.0f + static_cast<Real>(i));
    }
    return mesh;
}

// Two tetrahedra that share a face, with columns of every type on nodes and cells.
inline TetMesh sample_tets() {
    TetMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1.0f / 3, 0}, {0, 0, 1}, {0.7f, 0.1f, 1}};
    mesh.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    mesh.nodes.resize(5);
    auto& v = mesh.nodes.add<Vec3Column>("v");
    auto& number = mesh.nodes.add<IndexColumn>("number");
    for (Index i = 0; i < 5; ++i) {
        v.set(i, Vec3::Constant(0.1f * static_cast<Real>(i)));
        number[i] = -i;
    }
    mesh.cells.resize(2);
    auto& stress = mesh.cells.add<ScalarColumn>("stress");
    auto& fragment = mesh.cells.add<IndexColumn>("fragment");
    auto& axis = mesh.cells.add<Vec3Column>("axis");
    for (Index i = 0; i < 2; ++i) {
        stress[i] = 1.0f / (3.0f + static_cast<Real>(i));
        fragment[i] = 7 + i;
        axis.set(i, Vec3(0.1f, 0.2f, static_cast<Real>(i)));
    }
    return mesh;
}

// Strands of three, two and one points.
inline Strands sample_strands() {
    Strands strands;
    static_cast<ColumnTable&>(strands.points) = sample_particles(6);
    strands.first = {0, 3, 5, 6};
    return strands;
}

// A folder that exists as long as the test.
class TemporaryFolder {
public:
    TemporaryFolder() : path_(std::filesystem::temp_directory_path() / name()) {
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

private:
    static std::string name() {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        std::string text = std::string(info->test_suite_name()) + "_" + info->name();
        for (char& c : text)
            if (c == '/') c = '_';
        return "lamella_io_" + std::to_string(::getpid()) + "_" + text;
    }
    std::filesystem::path path_;
};

}  // namespace lamella::test
