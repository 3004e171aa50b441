#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/file_lock.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
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
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit small{bytes, old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, handler_);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    rlimit old_{};
    void (*handler_)(int);
};

TEST_F(AtomicFileTest, leaves_nothing_behind_on_a_full_disk) {
    const SmallDisk disk(1000);
    EXPECT_THROW(write_file(folder_ / "a.txt", std::string(100000, 'x')), RunError);
    EXPECT_EQ(files(), 0);
}

TEST_F(AtomicFileTest, removes_temporary_files_of_killed_processes_of_this_host_only) {
    const fs::path killed = temporary_name(folder_ / "a.txt");
    write_file(killed, "half");  // nobody has it open: whoever wrote it is gone, even if its number is in use again
    write_file(folder_ / ".tmp-elsewhere-1-0-a.txt", "half");
    write_file(folder_ / "b.txt", "whole");
    AtomicFile open(folder_ / "c.txt");
    remove_temporary_files(folder_);
    EXPECT_FALSE(fs::exists(killed));
    EXPECT_EQ(files(), 3);
    open.write("whole");
    open.commit();
    EXPECT_EQ(read_file(folder_ / "c.txt"), "whole");
}

TEST_F(AtomicFileTest, spares_the_files_of_another_process_as_long_as_it_lives) {
    std::array<int, 2> there{}, enough{};
    ASSERT_EQ(::pipe(there.data()) + ::pipe(enough.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        AtomicFile file(folder_ / "a.txt");
        char byte = 0;
        (void)!::write(there[1], &byte, 1);
        (void)!::read(enough[0], &byte, 1);
        ::kill(::getpid(), SIGKILL);
    }
    char byte = 0;
    ASSERT_EQ(::read(there[0], &byte, 1), 1);
    remove_temporary_files(folder_);
    EXPECT_EQ(files(), 1);
    ASSERT_EQ(::write(enough[1], &byte, 1), 1);
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(files(), 1);
    remove_temporary_files(folder_);
    EXPECT_EQ(files(), 0);
}

TEST_F(AtomicFileTest, takes_another_name_where_an_earlier_process_left_its_own) {
    const std::string name = temporary_name(folder_ / "a.txt").string();
    const auto dash = name.rfind('-', name.rfind('-') - 1);
    for (unsigned number = 0; number < 200; ++number)
        write_file(name.substr(0, dash + 1) + std::to_string(number) + "-b.txt", "half");
    write_file(folder_ / "b.txt", "whole");
    EXPECT_EQ(read_file(folder_ / "b.txt"), "whole");
}

TEST_F(AtomicFileTest, appends_whole_or_not_at_all) {
    append_to_file(folder_ / "a.txt", "one\n");
    append_to_file(folder_ / "a.txt", "two\n");
    EXPECT_EQ(read_file(folder_ / "a.txt"), "one\ntwo\n");
    {
        const SmallDisk disk(1000);
        EXPECT_THROW(append_to_file(folder_ / "a.txt", std::string(2000, 'x')), RunError);
    }
    EXPECT_EQ(read_file(folder_ / "a.txt"), "one\ntwo\n");
    EXPECT_THROW(append_to_file(folder_ / "absent" / "a.txt", "x"), RunError);
}

TEST_F(AtomicFileTest, a_lock_file_keeps_others_out_and_goes_with_its_holder) {
    const fs::path path = folder_ / "lock";
    {
        const LockFile first(path, LockFile::When::now);
        EXPECT_EQ(first.result(), LockResult::taken);
        first.write("me");
        EXPECT_EQ(LockFile(path, LockFile::When::now).result(), LockResult::held_by_another);
        EXPECT_TRUE(is_locked(path));
        EXPECT_EQ(read_file(path), "me");
    }
    EXPECT_FALSE(fs::exists(path));
    write_file(path, "left by a killed one");
    EXPECT_FALSE(is_locked(path));
    EXPECT_EQ(LockFile(path, LockFile::When::later).result(), LockResult::taken);
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
