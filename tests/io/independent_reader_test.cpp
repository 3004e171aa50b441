// Our files through the eyes of readers that nobody here wrote: meshio and OpenVDB's Python module.
#include "samples.hpp"

#include <lamella/io/mesh_file.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/vdb.hpp>

#include <lamella/core/error.hpp>

#include <cstdlib>
#include <fstream>

namespace lamella {
namespace {

const std::string kPython = "/usr/bin/python3 ";

bool has_module(const std::string& name) {
    return std::system((kPython + "-c 'import " + name + "' 2>/dev/null").c_str()) == 0;
}

bool reads(const std::filesystem::path& folder, const std::string& what) {
    const auto script = std::filesystem::path(__FILE__).parent_path() / "independent_reader_test.py";
    return std::system((kPython + script.string() + " " + what + " " + folder.string()).c_str()) == 0;
}

TEST(IndependentReader, meshio_finds_what_was_written) {
    if (!has_module("meshio")) GTEST_SKIP() << "meshio is not installed";
    const test::TemporaryFolder folder;
    const ParticleSet particles = test::sample_particles(50);
    for (const char* name : {"particles.vtu", "particles.vtk", "particles.ply", "particles.csv"})
        write_particles(folder / name, particles, {"0.1.0", "abc", "def"});
    for (const char* name : {"mesh.ply", "mesh.obj"}) write_mesh(folder / name, test::sample_mesh());
    write_tets(folder / "tets.vtu", test::sample_tets(), {"0.1.0", "abc", "def"});
    EXPECT_TRUE(reads(folder.path(), "meshio"));
}

TEST(IndependentReader, openvdb_finds_what_was_written) {
    if (!has_module("pyopenvdb")) GTEST_SKIP() << "python3-openvdb is not installed";
    const test::TemporaryFolder folder;
    const std::vector<Vec3i> blocks{{0, 0, 0}, {-1, 2, 0}};
    SparseGrid grid(Vec3d(1, 2, 3), 0.5, 3.0f, blocks);
    grid.values(grid.find({0, 0, 0}))[static_cast<std::size_t>(cell_in_tile(1, 2, 3))] = -0.25f;
    grid.values(grid.find({-1, 2, 0}))[0] = 0.75f;
    try {
        write_vdb(folder / "a.vdb", grid, VolumeKind::level_set);
    } catch (const RunError& error) {
        GTEST_SKIP() << error.what();
    }
    EXPECT_TRUE(reads(folder.path(), "openvdb"));
}

}  // namespace
}  // namespace lamella
