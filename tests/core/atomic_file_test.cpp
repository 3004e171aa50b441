#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

namespace lamella {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("lamella_atomic_file_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    long files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

    fs::path folder_;
};

TEST_F(AtomicFileTest, appears_only_when_committed) {
    AtomicFile file(folder_ / "a.txt");
    file.write("one ");
    file.write("two");
    EXPECT_FALSE(fs::exists(folder_ / "a.txt"));
    file.commit();
    EXPECT_EQ(read_file(folder_ / "a.txt"), "one two");
    EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, leaves_the_old_file_when_not_committed) {
    write_file(folder_ / "a.txt", "old");
    { AtomicFile(folder_ / "a.txt").write("new"); }
    EXPECT_EQ(read_file(folder_ / "a.txt"), "old");
    EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, refuses_what_is_no_file) {
    EXPECT_THROW(AtomicFile(folder_ / "absent" / "a.txt"), RunError);
    EXPECT_THROW(AtomicFile(folder_.string()), RunError);
    EXPECT_THROW(AtomicFile("/dev/null"), RunError);
}

TEST_F(AtomicFileTest, writes_through_a_link) {
    write_file(folder_ / "a.txt", "old");
    fs::create_symlink("a.txt", folder_ / "link");
    write_file(folder_ / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_file(folder_ / "a.txt"), "new");
}

// A limit on the file size stands in for a full disk: write() fails half-way in the same manner.
TEST_F(AtomicFileTest, leaves_nothing_behind_on_a_full_disk) {
    rlimit old{};
    ::getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small{1000, old.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_THROW(write_file(folder_ / "a.txt", std::string(100000, 'x')), RunError);
    ::setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(files(), 0);
}

TEST_F(AtomicFileTest, removes_temporary_files_of_killed_runs) {
    write_file(folder_ / ".tmp-1-0-a.txt", "half");
    write_file(folder_ / "b.txt", "whole");
    remove_temporary_files(folder_);
    EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, reads_files_up_to_the_limit) {
    write_file(folder_ / "a.txt", "four");
    EXPECT_EQ(read_file(folder_ / "a.txt", 4), "four");
    EXPECT_THROW(read_file(folder_ / "a.txt", 3), InputError);
}

TEST(ReadFile, refuses_absent_and_special_files) {
    EXPECT_THROW(read_file("/nonexistent/file"), InputError);
    EXPECT_THROW(read_file("/dev/zero"), InputError);
    EXPECT_THROW(read_file(fs::temp_directory_path()), InputError);
}

TEST(ByteReader, reads_both_orders_and_stays_inside) {
    std::string bytes;
    append_number<std::uint32_t>(bytes, 0x01020304u, std::endian::big);
    append_number<float>(bytes, 1.5f, std::endian::little);
    EXPECT_EQ(bytes.substr(0, 4), std::string("\1\2\3\4"));
    EXPECT_EQ(load_number<float>(bytes.data() + 4, std::endian::little), 1.5f);
    ByteReader reader(bytes, "memory", std::endian::big);
    EXPECT_EQ(reader.number<std::uint32_t>(), 0x01020304u);
    EXPECT_THROW(reader.require(2, 4, "points"), InputError);
    EXPECT_NO_THROW(reader.require(1, 4, "points"));
    EXPECT_THROW(reader.take(5), InputError);
    EXPECT_EQ(reader.position(), 4u);
}

}  // namespace
}  // namespace lamella
