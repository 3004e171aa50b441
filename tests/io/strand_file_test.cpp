#include "damage.hpp"
#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/io/strand_bgeo.hpp>
#include <lamella/io/strand_file.hpp>

namespace lamella {
namespace {

template <class T>
std::string big(std::initializer_list<T> values) {
    std::string out;
    for (const T value : values) append_number(out, value, std::endian::big);
    return out;
}

// Four points along x, `primitives` of them with `body`.
std::string file_with(std::int32_t primitives, const std::string& body, std::int32_t primitive_attributes = 0) {
    std::string file = "BgeoV" + big<std::int32_t>({5, 4, primitives, 0, 0, 0, 0, primitive_attributes, 0});
    for (const float x : {0.0f, 1.0f, 2.0f, 3.0f}) file += big<float>({x, 0, 0, 1});
    return file + body + std::string("\0\xff", 2);
}

std::string polygon(char sign, std::initializer_list<std::uint16_t> points) {
    return big<std::int32_t>({static_cast<std::int32_t>(points.size())}) + sign + big(points);
}

std::string run_of(std::uint16_t count) {
    return big<std::int32_t>({-1}) + big<std::uint16_t>({count}) + big<std::int32_t>({1});
}

void expect_same(const Strands& expected, const Strands& found) {
    EXPECT_TRUE(expected.first == found.first);
    test::expect_same_columns(expected.points, found.points);
}

TEST(StrandFile, keeps_curves_and_columns) {
    const test::TemporaryFolder folder;
    for (const char* name : {"a.bgeo", "a.bhclassic", "a.csv", "a.vtu"}) {
        write_strands(folder / name, test::sample_strands(), {"0.1.0", "abc", "def"});
        ReadNotes notes;
        expect_same(test::sample_strands(), read_strands(folder / name, &notes));
        EXPECT_TRUE(notes.empty()) << notes.front();
    }
    EXPECT_TRUE(holds_strands(read_file(folder / "a.bgeo"), "a.bgeo"));
    test::expect_same_columns(test::sample_particles(6), read_particles(folder / "a.bgeo"));
}

TEST(StrandFile, keeps_no_curve_and_many) {
    EXPECT_EQ(read_strand_bgeo(write_strand_bgeo({}, {}), "none").count(), 0);
    Strands many;  // more than a run can hold, more points than two bytes can count
    many.points.resize(140'000);
    many.points.add<Vec3Column>("P");
    for (Index s = 1; s <= 70'000; ++s) many.first.push_back(2 * s);
    expect_same(many, read_strand_bgeo(write_strand_bgeo(many, {}), "many"));
}

TEST(StrandFile, reads_polygons_of_other_programs) {
    const std::string dictionary = big<std::uint16_t>({1}) + "a" + big<std::uint16_t>({1}) + big<std::int32_t>({0, 0});
    const std::string alone = big<std::int32_t>({1}) + polygon(':', {2, 1}) + big<float>({5});
    const std::string run =
        run_of(2) + polygon('<', {0, 1, 2}) + big<float>({6}) + polygon(':', {1, 2}) + big<float>({7});
    ReadNotes notes;
    const Strands strands = read_strand_bgeo(file_with(3, dictionary + alone + run, 1), "a", &notes);
    ASSERT_EQ(strands.first, (std::vector<Index>{0, 2, 4}));
    EXPECT_EQ(strands.positions()[0], Vec3(2, 0, 0));
    EXPECT_EQ(strands.positions()[3], Vec3(2, 0, 0));
    EXPECT_EQ(notes.size(), 3u);  // two points, a closed polygon, the attribute
}

TEST(StrandFile, particles_and_surfaces_are_no_curves) {
    const test::TemporaryFolder folder;
    write_particles(folder / "a.bgeo", test::sample_particles(3));
    EXPECT_FALSE(holds_strands(read_file(folder / "a.bgeo"), "a.bgeo"));
    EXPECT_EQ(read_strands(folder / "a.bgeo").count(), 0);
    EXPECT_FALSE(bgeo_has_strands(file_with(1, run_of(1) + polygon('<', {0, 1, 2})), "a"));
    EXPECT_FALSE(bgeo_has_strands(file_with(1, big<std::uint32_t>({0x8000, 4})), "a"));
    EXPECT_EQ(parse_particles(file_with(1, run_of(1) + polygon('<', {0, 1, 2})), "a.bgeo").size(), 4);
}

TEST(StrandFile, refuses_what_cannot_be) {
    for (const std::string& bad :
         {file_with(1, run_of(1) + polygon(':', {0, 4})), file_with(1, run_of(2) + polygon(':', {0, 1})),
          file_with(1, run_of(0)), file_with(2'000'000'000, run_of(1) + polygon(':', {0, 1})),
          file_with(1, run_of(1) + polygon('x', {0, 1})), file_with(1, big<std::uint32_t>({0x8000, 4})),
          file_with(1, run_of(1) + big<std::uint32_t>({0xffffffff}) + ":")})
        EXPECT_THROW(read_strand_bgeo(bad, "a"), InputError);
}

// A small file would fill the memory: one point with many columns, named by millions of corners.
TEST(StrandFile, refuses_curves_that_multiply_their_points) {
    std::string body = run_of(1) + big<std::int32_t>({100}) + ":" + std::string(200, '\0');
    EXPECT_THROW(read_strand_bgeo(file_with(1, body), "a"), InputError);
}

TEST(StrandFile, a_table_without_curves_is_refused) {
    EXPECT_THROW(parse_strands("x,y,z\n1,2,3\n", "a.csv"), InputError);
    const Strands strands = parse_strands("x,y,z,curve\n1,0,0,9\n2,0,0,3\n3,0,0,9\n", "a.csv");
    ASSERT_EQ(strands.first, (std::vector<Index>{0, 1, 3}));
    EXPECT_EQ(strands.positions()[0], Vec3(2, 0, 0));
    EXPECT_EQ(strands.positions()[2], Vec3(3, 0, 0));
}

TEST(StrandFile, survives_cuts_and_changes) {
    const auto read = [](std::string_view bytes) { read_strand_bgeo(bytes, "damaged"); };
    const std::string packed = write_strand_bgeo(test::sample_strands(), {});
    test::survives_damage(packed, read);
    test::survives_damage(inflate(packed, 1 << 20, "plain"), read);
}

}  // namespace
}  // namespace lamella
