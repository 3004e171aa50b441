#include <lamella/server/open_file.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class OpenBelow : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(root_ / "particles");
        std::ofstream(top_ / "secret") << "secret";
        std::ofstream(root_ / "particles" / "a.bgeo") << "12345";
        std::ofstream(root_ / "particles" / ".tmp-a") << "half";
    }
    void TearDown() override { fs::remove_all(top_); }

    fs::path top_ = fs::temp_directory_path() / fmt::format("lamella_open_below_{}", getpid());
    fs::path root_ = top_ / "run";
};

TEST_F(OpenBelow, FindsFilesWithTheirSize) {
    const OpenFile file = open_below(root_, "particles/a.bgeo");
    ASSERT_TRUE(file.is_open());
    EXPECT_EQ(file.size(), 5u);
    char bytes[8];
    EXPECT_EQ(read(file.descriptor(), bytes, sizeof bytes), 5);
}

TEST_F(OpenBelow, NeverLeavesTheFolder) {
    for (const char* path : {"../secret", "particles/../../secret", "./particles/a.bgeo", "/etc/passwd", "",
                             "particles//a.bgeo", "particles/a.bgeo/", "particles", "particles/.tmp-a", "absent"})
        EXPECT_FALSE(open_below(root_, path).is_open()) << path;
}

TEST_F(OpenBelow, FollowsNoSymbolicLinks) {
    fs::create_symlink(top_ / "secret", root_ / "link");
    fs::create_directory_symlink(top_, root_ / "up");
    EXPECT_FALSE(open_below(root_, "link").is_open());
    EXPECT_FALSE(open_below(root_, "up/secret").is_open());
}

TEST_F(OpenBelow, TakesTheFolderItselfThroughALink) {
    fs::create_directory_symlink(root_, top_ / "latest");
    EXPECT_TRUE(open_below(top_ / "latest", "particles/a.bgeo").is_open());
}

TEST_F(OpenBelow, DoesNotWaitForThePipe) {
    ASSERT_EQ(mkfifo((root_ / "pipe").c_str(), 0600), 0);
    EXPECT_FALSE(open_below(root_, "pipe").is_open());
}

}  // namespace
}  // namespace lamella
