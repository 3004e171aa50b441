#include "damage.hpp"
#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/tet_file.hpp>
#include <lamella/io/vtk/tet_vtu.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

const std::string kPoints =
    "<Points><DataArray type='Float64' NumberOfComponents='3'>0 0 0 1 0 0 0 1 0 0 0 1 2 0 0</DataArray></Points>";

// A file of five points as another program might write it.
std::string file_with(const std::string& cells, int count, const std::string& more = "") {
    return fmt::format(
        "<VTKFile type='UnstructuredGrid'><UnstructuredGrid><Piece NumberOfPoints='5' NumberOfCells='{}'>{}{}{}"
        "</Piece></UnstructuredGrid></VTKFile>",
        count, kPoints, cells, more);
}

std::string cells(const std::string& connectivity, const std::string& offsets, const std::string& types) {
    return fmt::format(
        "<Cells><DataArray type='Int64' Name='connectivity'>{}</DataArray><DataArray type='Int64' Name='offsets'>{}"
        "</DataArray><DataArray type='UInt8' Name='types'>{}</DataArray></Cells>",
        connectivity, offsets, types);
}

void expect_same(const TetMesh& expected, const TetMesh& found) {
    EXPECT_TRUE(expected.positions == found.positions);
    EXPECT_TRUE(expected.tets == found.tets);
    test::expect_same_columns(expected.nodes, found.nodes);
    test::expect_same_columns(expected.cells, found.cells);
}

TEST(TetFile, keeps_every_column) {
    const test::TemporaryFolder folder;
    write_tets(folder / "a.vtu", test::sample_tets(), {"0.1.0", "abc", "def"});
    ReadNotes notes;
    expect_same(test::sample_tets(), read_tets(folder / "a.vtu", &notes));
    EXPECT_TRUE(notes.empty());
    EXPECT_TRUE(holds_tets(read_file(folder / "a.vtu"), "a.vtu"));
    EXPECT_EQ(read_particles(folder / "a.vtu").size(), 5);
}

TEST(TetFile, keeps_no_tetrahedron) {
    const TetMesh none = read_tet_vtu(write_tet_vtu({}, {}), "none");
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.node_count(), 0);
}

TEST(TetFile, leaves_other_cells_out_and_says_so) {
    ReadNotes notes;
    const std::string data = "<CellData><DataArray type='Float32' Name='stress'>1 2 3</DataArray></CellData>";
    const TetMesh mesh =
        read_tet_vtu(file_with(cells("0 1 0 1 2 3 1 2 3 4", "2 6 10", "3 10 10"), 3, data), "a", &notes);
    ASSERT_EQ(mesh.tet_count(), 2);
    EXPECT_EQ(mesh.tets[1], Vec4i(1, 2, 3, 4));
    EXPECT_EQ(mesh.cells.get<ScalarColumn>("stress")[0], 2.0f);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], "a: 1 cells that are no tetrahedra are left out");
}

TEST(TetFile, particles_are_no_tetrahedra) {
    const test::TemporaryFolder folder;
    write_particles(folder / "a.vtu", test::sample_particles(3));
    EXPECT_FALSE(holds_tets(read_file(folder / "a.vtu"), "a.vtu"));
    EXPECT_TRUE(read_tets(folder / "a.vtu").empty());
}

TEST(TetFile, refuses_cells_that_cannot_be) {
    for (const std::string& bad :
         {cells("0 1 2 5", "4", "10"), cells("0 1 2 -1", "4", "10"), cells("0 1 2 3 4", "5", "10"),
          cells("0 1 2", "3", "10"), cells("0 1 2 3", "-4", "10"), cells("0 1 2 3", "2000000000", "10"),
          cells("0 1 2 3", "4.5", "10"),
          std::string("<Cells><DataArray type='UInt8' Name='types'>10</DataArray></Cells>")})
        EXPECT_THROW(read_tet_vtu(file_with(bad, 1), "a"), InputError) << bad;
    EXPECT_THROW(read_tet_vtu(file_with(cells("0 1 2 3 0 1 2 3", "8 4", "10 10"), 2), "a"), InputError);
    EXPECT_THROW(read_tet_vtu(file_with(cells("0 1 2 3", "4", "10"), 2000000000), "a"), InputError);
}

TEST(TetFile, survives_cuts_and_changes) {
    test::survives_damage(write_tet_vtu(test::sample_tets(), {}),
                          [](std::string_view bytes) { read_tet_vtu(bytes, "damaged"); });
}

TEST(TetFile, refuses_other_endings) { EXPECT_THROW(read_tets("a.msh"), InputError); }

}  // namespace
}  // namespace lamella
