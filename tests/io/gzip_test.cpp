#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/gzip.hpp>

#include <cstdlib>
#include <fstream>

namespace lamella {
namespace {

constexpr std::size_t kLimit = std::size_t{64} << 20;

// Bytes that neither repeat soon nor pack to nothing.
std::string sample_bytes(std::size_t size) {
    std::string bytes(size, '\0');
    std::uint32_t state = 1;
    for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 28);
    return bytes;
}

// The length that a member says of itself.
std::uint32_t member_length(std::string_view file) {
    ByteReader reader(file, "member", std::endian::little);
    reader.take(12);
    EXPECT_EQ(reader.take(4), std::string_view("LA\4\0", 4));
    return reader.number<std::uint32_t>();
}

std::vector<std::string_view> members_of(std::string_view file) {
    std::vector<std::string_view> members;
    while (!file.empty()) {
        members.push_back(file.substr(0, member_length(file)));
        file.remove_prefix(members.back().size());
    }
    return members;
}

TEST(Gzip, members_say_their_length_and_are_whole_files) {
    const std::string bytes = sample_bytes(2'500'000);
    const std::string file = gzip(bytes, "a comment");
    const auto members = members_of(file);
    ASSERT_EQ(members.size(), 3U);
    std::string joined;
    for (const std::string_view member : members) joined += inflate(member, kLimit, "member");
    EXPECT_TRUE(joined == bytes);
    EXPECT_TRUE(inflate(file, kLimit, "file") == bytes);
    EXPECT_NE(members[0].find("a comment"), std::string_view::npos);
    EXPECT_EQ(members[1].find("a comment"), std::string_view::npos);
}

TEST(Gzip, has_the_same_bytes_for_any_thread_count) {
    const std::string bytes = sample_bytes(5'000'000);
    const std::string first = gzip(bytes);
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        EXPECT_TRUE(gzip(bytes) == first);
    }
}

TEST(Gzip, cuts_only_where_it_may) {
    const std::size_t start = 101, stride = 52;
    const std::string bytes = sample_bytes(start + 50'000 * stride + 2);
    std::size_t at = 0;
    const std::string file = gzip(bytes, {}, {start, stride});
    const auto members = members_of(file);
    for (std::size_t k = 0; k + 1 < members.size(); ++k) {
        at += inflate(members[k], kLimit, "member").size();
        EXPECT_EQ((at - start) % stride, 0U) << k;
    }
    EXPECT_EQ(members.size(), 3U);
    EXPECT_TRUE(inflate(file, kLimit, "file") == bytes);
}

TEST(Gzip, takes_nothing_and_less_than_the_first_cut) {
    for (const char* text : {"", "abc"}) EXPECT_EQ(inflate(gzip(text, {}, {10, 4}), kLimit, "file"), text);
}

TEST(Gzip, a_cut_or_damaged_member_is_told) {
    const std::string file = gzip(sample_bytes(2'100'000));
    const auto members = members_of(file);
    ASSERT_EQ(members.size(), 3U);
    const std::size_t second = members[0].size();
    EXPECT_THROW(inflate(file.substr(0, second + 30), kLimit, "file"), InputError);
    EXPECT_THROW(inflate(file.substr(0, file.size() - 1), kLimit, "file"), InputError);
    std::string damaged = file;
    damaged[second + 1000] ^= 0x55;
    EXPECT_THROW(inflate(damaged, kLimit, "file"), InputError);
    EXPECT_THROW(inflate(file, 2'000'000, "file"), InputError);
}

// gzip and Python join members of a file.
TEST(Gzip, other_programs_read_it) {
    const test::TemporaryFolder folder;
    const ParticleSet particles = test::sample_particles(40'000);
    const std::string file = write_bgeo(particles, {"0.1.0", "abc", "def"});
    EXPECT_GT(members_of(file).size(), 1U);
    test::expect_same_columns(particles, read_bgeo(file, "file"));
    std::ofstream(folder / "a.gz", std::ios::binary) << file;
    std::ofstream(folder / "plain", std::ios::binary) << inflate(file, kLimit, "file");
    const auto says_yes = [&](const std::string& command) {
        return std::system(("cd " + folder.path().string() + " && " + command).c_str()) == 0;
    };
    EXPECT_TRUE(says_yes("gzip -t a.gz && gzip -dc a.gz | cmp - plain"));
    EXPECT_TRUE(
        says_yes("/usr/bin/python3 -c \"import gzip; assert gzip.open('a.gz').read() == open('plain', 'rb').read()\""));
}

}  // namespace
}  // namespace lamella
