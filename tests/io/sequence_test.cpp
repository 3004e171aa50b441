#include "samples.hpp"

#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/sequence.hpp>

namespace lamella {
namespace {

class Sequence : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"a.0001.vtu", "a.0002.vtu", "a.0010.vtu", "a.10000.vtu", "a.3.vtu", "a.x.vtu",
                                 "b.0001.vtu", ".tmp-1-a.0004.vtu"})
            write_file(folder_ / name, "");
    }
    std::vector<int> frames(const std::string& pattern) const {
        std::vector<int> all;
        for (const FrameFile& f : expand_sequence((folder_ / pattern).string())) all.push_back(f.frame);
        return all;
    }
    test::TemporaryFolder folder_;
};

TEST_F(Sequence, patterns_give_sorted_frames) {
    EXPECT_EQ(frames("a.%04d.vtu"), (std::vector<int>{1, 2, 10, 10000}));
    EXPECT_EQ(frames("a.%d.vtu"), (std::vector<int>{1, 2, 3, 10, 10000}));
    EXPECT_EQ(frames("a.{}.vtu"), (std::vector<int>{1, 2, 3, 10, 10000}));
    EXPECT_EQ(frames("?.0001.v*"), (std::vector<int>{1, 1}));
    EXPECT_EQ(frames("a.0010.vtu"), (std::vector<int>{10}));
    EXPECT_THROW(frames("c.*"), InputError);
    EXPECT_THROW(frames("absent.vtu"), InputError);
}

TEST_F(Sequence, frame_names) {
    EXPECT_EQ(frame_path("out/a.%04d.ply", 7), "out/a.0007.ply");
    EXPECT_EQ(frame_path("out/a{}.ply", 12345), "out/a12345.ply");
    EXPECT_EQ(frame_path("out/a.%d.ply", 7), "out/a.7.ply");
    EXPECT_EQ(frame_path("out/a.ply", 7), "out/a.0007.ply");
    EXPECT_TRUE(is_pattern("a*.ply"));
    EXPECT_FALSE(is_pattern("50%done/a.ply"));
}

TEST_F(Sequence, index_files_hold_times_and_relative_names) {
    const auto files = expand_sequence((folder_ / "a.%04d.vtu").string());
    write_pvd(folder_ / "a.pvd", files, 25);
    write_series(folder_ / "a.vtu.series", files, 25);
    EXPECT_NE(read_file(folder_ / "a.pvd").find("timestep=\"0.04\" part=\"0\" file=\"a.0002.vtu\""), std::string::npos);
    EXPECT_NE(read_file(folder_ / "a.vtu.series").find("\"a.0010.vtu\""), std::string::npos);
}

TEST_F(Sequence, pairs_have_results_of_their_own) {
    const auto results = [&](const std::string& input, const std::string& output) {
        std::vector<std::string> names;
        for (const FilePair& pair : file_pairs((folder_ / input).string(), output))
            names.push_back(pair.output.string());
        return names;
    };
    EXPECT_EQ(results("a.%04d.vtu", "o/m.%03d.ply"),
              (std::vector<std::string>{"o/m.001.ply", "o/m.002.ply", "o/m.010.ply", "o/m.10000.ply"}));
    EXPECT_EQ(results("?.0001.vtu", "o/x-*.ply"), (std::vector<std::string>{"o/x-a.0001.ply", "o/x-b.0001.ply"}));
    EXPECT_EQ(results("a.3.vtu", "o/m.ply"), std::vector<std::string>{"o/m.ply"});
    const auto fault = [&](const std::string& input, const std::string& output) {
        try {
            return results(input, output).front();
        } catch (const InputError& error) {
            return std::string(error.what());
        }
    };
    EXPECT_NE(fault("?.0001.vtu", "m.ply").find("would both become m.0001.ply; with '*' in it"), std::string::npos);
    EXPECT_NE(fault("a.%04d.vtu", "o%d/m.ply").find("not in that of its folder"), std::string::npos);
    EXPECT_NE(fault("a.%04d.vtu", "m.????.ply").find("'?' stands for nothing"), std::string::npos);
    EXPECT_NE(fault("a.%04d.vtu", "*.*.ply").find("here are several"), std::string::npos);
    EXPECT_NE(fault("a.%04d.vtu", "m.%s.ply").find("'%' begins no number"), std::string::npos);
}

TEST_F(Sequence, names_are_utf8) {
    write_file(folder_ / "c.\xE9.0001.vtu", "");
    write_file(folder_ / "d.\xC3\xA9.0001.vtu", "");
    EXPECT_EQ(frames("d.*.vtu"), std::vector<int>{1});
    try {
        frames("c.*.vtu");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("c.\\xE9.0001.vtu: the name of this file is not UTF-8"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(Sequence, series_differ_in_their_number_only) {
    EXPECT_EQ(series_of("x/a.0001.vtu"), series_of("x/a.12.vtu"));
    EXPECT_NE(series_of("x/a.0001.vtu"), series_of("x/b.0001.vtu"));
    EXPECT_NE(series_of("x/a.0001.vtu"), series_of("x/a.0001.vtk"));
    EXPECT_EQ(series_of("cup.obj"), "cup.obj");
    EXPECT_EQ(series_name("x/their.0001.bgeo"), "their");
    EXPECT_EQ(series_name("wave_12_final.ply"), "wave");
    EXPECT_EQ(series_name("cup.obj"), "cup");
    EXPECT_EQ(series_name("12.ply"), "");
}

}  // namespace
}  // namespace lamella
