// Files as other programs write them.
#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/io/particle_file.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

template <class T>
std::string big(std::initializer_list<T> values) {
    std::string out;
    for (const T value : values) append_number(out, value, std::endian::big);
    return out;
}

template <class T>
std::string little(std::initializer_list<T> values) {
    std::string out;
    for (const T value : values) append_number(out, value, std::endian::little);
    return out;
}

TEST(ForeignBgeo, plain_with_strings_and_a_long_vector) {
    std::string file = "BgeoV" + big<std::int32_t>({5, 2, 0, 0, 0, 3, 0, 0, 0});
    file += big<std::uint16_t>({8}) + "velocity" + big<std::uint16_t>({3}) + big<std::int32_t>({5, 0, 0, 0});
    file += big<std::uint16_t>({4}) + "name" + big<std::uint16_t>({1}) + big<std::int32_t>({4, 1}) +
            big<std::uint16_t>({2}) + "ab";
    file += big<std::uint16_t>({2}) + "uv" + big<std::uint16_t>({2}) + big<std::int32_t>({0, 0, 0});
    for (const float x : {1.0f, 2.0f})
        file += big<float>({x, 0, 0, 1, 10 * x, 0, 0}) + big<std::int32_t>({0}) + big<float>({7, 8});
    ReadNotes notes;
    const ParticleSet set = parse_particles(file, "a.bgeo", &notes);
    EXPECT_EQ(set.positions()[1], Vec3(2, 0, 0));
    EXPECT_EQ(set.get<Vec3Column>("v")[1], Vec3(20, 0, 0));
    EXPECT_EQ(set.get<IndexColumn>("name")[0], 0);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("'uv' is skipped"), std::string::npos);
}

TEST(ForeignBgeo, a_count_that_the_file_cannot_hold_allocates_nothing) {
    const std::string header = "BgeoV" + big<std::int32_t>({5, 2000000000, 0, 0, 0, 0, 0, 0, 0});
    EXPECT_THROW(parse_particles(header, "a.bgeo"), InputError);
    EXPECT_THROW(parse_particles("BgeoV" + big<std::int32_t>({5, 1, 0, 0, 0, 2000000000, 0, 0, 0}), "a.bgeo"),
                 InputError);
    EXPECT_THROW(parse_particles(gzip(std::string(std::size_t{100} << 20, '\0')), "a.bgeo"), InputError);
}

TEST(ForeignPly, text_and_big_endian) {
    const std::string header =
        "element vertex 2\nproperty double x\nproperty float y\nproperty float z\n"
        "property list uchar int others\nproperty uchar red\nproperty uchar green\n"
        "property uchar blue\nproperty ushort id\nend_header\n";
    const ParticleSet text = parse_particles(
        "ply\r\nformat ascii 1.0\ncomment x\n" + header + "1 2 3 2 9 9 255 0 51 7\n4 5 6 0 0 255 0 8\n", "a.ply");
    EXPECT_EQ(text.positions()[1], Vec3(4, 5, 6));
    EXPECT_EQ(text.get<Vec3Column>("Cd")[0], Vec3(1, 0, 0.2f));
    EXPECT_EQ(text.get<IndexColumn>("id")[1], 8);

    const std::string rows = big<double>({1}) + big<float>({2, 3}) + std::string("\1\0\0\0\5", 5) +
                             std::string("\xff\0\0", 3) + big<std::uint16_t>({7});
    const ParticleSet binary = parse_particles("ply\nformat binary_big_endian 1.0\n" + header + rows + rows, "a.ply");
    EXPECT_EQ(binary.positions()[1], Vec3(1, 2, 3));
    EXPECT_EQ(binary.get<Vec3Column>("Cd")[1], Vec3(1, 0, 0));
}

TEST(ForeignVtk, text_of_polydata_with_every_kind_of_attribute) {
    const ParticleSet set = parse_particles(
        "# vtk DataFile Version 2.0\ntitle\nASCII\nDATASET POLYDATA\nPOINTS 2 double\n0 0 0\n1 2 3\n"
        "VERTICES 2 4\n1 0\n1 1\nCELL_DATA 2\nSCALARS c int 1\nLOOKUP_TABLE default\n5 6\nPOINT_DATA 2\n"
        "SCALARS density float\nLOOKUP_TABLE t\n1000 1001\nLOOKUP_TABLE t 1\n0 0 0 1\nVECTORS velocity float\n"
        "1 0 0 0 1 0\nNORMALS n float\n0 0 1 0 0 1\nTENSORS t float\n1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9\n"
        "FIELD FieldData 2\nmy%20id 1 2 long\n3 4\nother 2 2 int\n1 2 3 4\n",
        "a.vtk");
    EXPECT_EQ(set.positions()[1], Vec3(1, 2, 3));
    EXPECT_EQ(set.get<ScalarColumn>("density")[1], 1001.0f);
    EXPECT_EQ(set.get<Vec3Column>("v")[1], Vec3(0, 1, 0));
    EXPECT_EQ(set.get<IndexColumn>("my id")[1], 4);
    EXPECT_FALSE(set.has("c"));
}

TEST(ForeignVtk, version_5_with_offsets) {
    const std::string file = "# vtk DataFile Version 5.1\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 2 float\n" +
                             big<float>({0, 0, 0, 1, 2, 3}) + "\nCELLS 3 2\nOFFSETS vtktypeint64\n" +
                             big<std::int64_t>({0, 1, 2}) + "\nCONNECTIVITY vtktypeint64\n" +
                             big<std::int64_t>({0, 1}) + "\nCELL_TYPES 2\n" + big<std::int32_t>({1, 1}) +
                             "\nPOINT_DATA 2\nSCALARS id unsigned_int 1\n" + "LOOKUP_TABLE id_table\n" +
                             big<std::uint32_t>({8, 9}) + "\nMETADATA\nINFORMATION 0\n\n";
    const ParticleSet set = parse_particles(file, "a.vtk");
    EXPECT_EQ(set.positions()[1], Vec3(1, 2, 3));
    EXPECT_EQ(set.get<IndexColumn>("id")[1], 9);
}

std::string vtu(const std::string& attributes, const std::string& arrays, const std::string& rest = "") {
    return fmt::format(
        "<?xml version='1.0'?><VTKFile type=\"UnstructuredGrid\" {}><UnstructuredGrid>"
        "<Piece NumberOfPoints=\"2\" NumberOfCells='0'>{}</Piece></UnstructuredGrid>{}</VTKFile>",
        attributes, arrays, rest);
}

std::string base64(const std::string& bytes) {
    std::string out;
    append_base64(out, bytes);
    return out;
}

const std::string kPositions = little<float>({0, 0, 0, 1, 2, 3});

TEST(ForeignVtu, text) {
    const ParticleSet set = parse_particles(
        vtu("",
            "<PointData><DataArray type='Int64' Name='id' format='ascii'>7 8</DataArray></PointData>"
            "<Points><DataArray type='Float32' NumberOfComponents='3'>0 0 0 1 2 3</DataArray></Points>"),
        "a.vtu");
    EXPECT_EQ(set.positions()[1], Vec3(1, 2, 3));
    EXPECT_EQ(set.get<IndexColumn>("id")[1], 8);
}

TEST(ForeignVtu, header_and_data_as_one_base64_run_or_two) {
    const std::string length = little<std::uint32_t>({24});
    for (const std::string& data : {base64(length + kPositions), base64(length) + base64(kPositions)}) {
        const ParticleSet set =
            parse_particles(vtu("", "<Points><DataArray type='Float32' NumberOfComponents='3' format='binary'> " +
                                        data + " </DataArray></Points>"),
                            "a.vtu");
        EXPECT_EQ(set.positions()[1], Vec3(1, 2, 3));
    }
}

TEST(ForeignVtu, zlib_inline_and_appended) {
    // A gzip stream is as good as a zlib stream for the reader; two blocks of 16 and 8 bytes.
    const std::string one = gzip(kPositions.substr(0, 16)), two = gzip(kPositions.substr(16));
    const std::string header = little<std::uint64_t>({2, 16, 8, one.size(), two.size()});
    const std::string settings = "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"";
    const std::string appended =
        "<Points><DataArray type='Float32' NumberOfComponents='3' format='appended' offset='2'/></Points>";
    for (const std::string& file :
         {vtu(settings, "<Points><DataArray type='Float32' NumberOfComponents='3' format='binary'>" + base64(header) +
                            base64(one + two) + "</DataArray></Points>"),
          vtu(settings, appended, "<AppendedData encoding=\"raw\">_--" + header + one + two + "</AppendedData>"),
          vtu(settings, appended,
              "<AppendedData encoding=\"base64\">_AA" + base64(header) + base64(one + two) + "</AppendedData>")})
        EXPECT_EQ(parse_particles(file, "a.vtu").positions()[1], Vec3(1, 2, 3));
}

TEST(ForeignCsv, names_units_and_separators) {
    const ParticleSet set = parse_particles(
        "Pos.x [m];Pos.y [m];Pos.z [m];Idp;Vel.x [m/s];Vel.y [m/s];Vel.z [m/s];Rhop [kg/m^3]\n"
        "# a remark\n1;2;3;5;0.5;0;0;1000\n\n4;5;6;6;0;0;1e-3;1001;\n",
        "a.csv");
    EXPECT_EQ(set.positions()[1], Vec3(4, 5, 6));
    EXPECT_EQ(set.get<IndexColumn>("id")[1], 6);
    EXPECT_EQ(set.get<Vec3Column>("v")[1], Vec3(0, 0, 1e-3f));
    EXPECT_EQ(set.get<ScalarColumn>("density")[0], 1000.0f);
    EXPECT_EQ(parse_particles("\"Points:0\",\"Points:1\",\"Points:2\"\n1,2,3\n", "a.csv").positions()[0],
              Vec3(1, 2, 3));
    EXPECT_THROW(parse_particles("a,b\n1,2\n", "a.csv"), InputError);
    EXPECT_THROW(parse_particles("x,y,z\n1,2\n", "a.csv"), InputError);
}

TEST(ForeignXyz, text_with_a_title) {
    const ParticleSet set = parse_particles("2\ntitle line\n0 0 0\n1 2 3 more\n", "a.xyz");
    EXPECT_EQ(set.size(), 2);
    EXPECT_EQ(set.positions()[1], Vec3(1, 2, 3));
    EXPECT_THROW(parse_particles("1 2 3\nhello\n", "a.xyz"), InputError);
    EXPECT_THROW(parse_particles(std::string(13, '\1'), "a.xyz"), InputError);
}

TEST(ForeignPositions, doubles_far_from_zero_keep_their_places) {
    const ParticleSet set = parse_particles("x,y,z\n1000000.125,0.0,0.0\n1000000.25,0.5,0.25\n", "a.csv");
    EXPECT_EQ(set.origin, Vec3d(1000000.125, 0, 0));
    EXPECT_EQ(set.positions()[1], Vec3(0.125f, 0.5f, 0.25f));
    const ParticleSet again = [&] {
        test::TemporaryFolder folder;
        write_particles(folder / "a.vtu", set);
        return read_particles(folder / "a.vtu");
    }();
    EXPECT_EQ(again.origin, set.origin);
    EXPECT_EQ(again.positions()[1], set.positions()[1]);
}

TEST(ForeignPositions, that_are_not_finite_are_refused) {
    EXPECT_THROW(parse_particles("x,y,z\n1,nan,0\n", "a.csv"), InputError);
    EXPECT_THROW(parse_particles(little<float>({1, 2, std::numeric_limits<float>::infinity()}), "a.xyz"), InputError);
}

TEST(ForeignMeshes, are_points_and_said_to_be_meshes) {
    ReadNotes notes;
    const ParticleSet set = parse_particles(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "a.ply", &notes);
    EXPECT_EQ(set.size(), 3);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("its triangles are left out"), std::string::npos) << notes[0];
}

TEST(ForeignAttributes, of_unfitting_values_are_noted) {
    ReadNotes notes;
    const ParticleSet set = parse_particles("x,y,z,id,phase\n0,0,0,3000000000,0.5\n", "a.csv", &notes);
    EXPECT_FALSE(set.has("id"));
    EXPECT_FALSE(set.has("phase"));
    EXPECT_EQ(notes.size(), 2u);
}

}  // namespace
}  // namespace lamella
