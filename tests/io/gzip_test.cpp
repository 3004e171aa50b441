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

// What other programs write: one member, or several, that do not say their length.
TEST(Gzip, reads_members_without_lengths) {
    const test::TemporaryFolder folder;
    const std::string bytes = sample_bytes(300'000);
    std::ofstream(folder / "a", std::ios::binary) << bytes.substr(0, 200'000);
    std::ofstream(folder / "b", std::ios::binary) << bytes.substr(200'000);
    ASSERT_EQ(std::system(("cd " + folder.path().string() + " && gzip -n a b").c_str()), 0);
    const std::string a = read_file(folder / "a.gz"), b = read_file(folder / "b.gz");
    EXPECT_TRUE(gzip_members(a).empty());
    EXPECT_TRUE(inflate(a, kLimit, "file") == bytes.substr(0, 200'000));
    EXPECT_TRUE(inflate(a + b, kLimit, "file") == bytes);
    EXPECT_TRUE(inflate(a + gzip(bytes.substr(200'000)), kLimit, "file") == bytes);
    EXPECT_TRUE(inflate(b + a + "what follows", kLimit, "file") == bytes.substr(200'000) + bytes.substr(0, 200'000));
    EXPECT_TRUE(inflate(a, 200'000, "file") == bytes.substr(0, 200'000));
    EXPECT_THROW(inflate(a, 199'999, "file"), InputError);
    EXPECT_THROW(inflate(a + b, 299'999, "file"), InputError);
    EXPECT_THROW(inflate(a.substr(0, a.size() / 2), kLimit, "file"), InputError);
    EXPECT_THROW(inflate(a + b.substr(0, b.size() - 1), kLimit, "file"), InputError);
}

// A stream of zlib's own format, as Python's zlib.compress(b"abc") gives it.
TEST(Gzip, reads_zlib_streams) {
    const std::string stream("\x78\x9c\x4b\x4c\x4a\x06\x00\x02\x4d\x01\x27", 11);
    EXPECT_EQ(inflate(stream, 3, "file"), "abc");
    EXPECT_THROW(inflate(stream, 2, "file"), InputError);
    EXPECT_THROW(inflate(stream.substr(0, 10), 3, "file"), InputError);
}

// Lengths that do not hold: of the member, of its plain data.
TEST(Gzip, false_promises_are_told) {
    const std::string file = gzip(sample_bytes(100'000));
    for (const std::size_t at : {std::size_t{16}, file.size() - 4})
        for (const char change : {'\x01', '\x40'}) {
            std::string lies = file;
            lies[at] = static_cast<char>(lies[at] ^ change);
            if (at == 16) {
                EXPECT_TRUE(gzip_members(lies).empty());  // and the stream itself is whole
                EXPECT_EQ(inflate(lies, kLimit, "file").size(), 100'000U);
            } else {
                EXPECT_THROW(inflate(lies, kLimit, "file"), InputError);
            }
        }
    std::string huge = file;
    huge[huge.size() - 1] = '\x7f';
    EXPECT_THROW(inflate(huge, kLimit, "file"), InputError);
    std::string short_member = file + file;  // the first says that the second belongs to it
    store_number(short_member.data() + 16, static_cast<std::uint32_t>(short_member.size()), std::endian::little);
    EXPECT_THROW(inflate(short_member, kLimit, "file"), InputError);
}

std::string packed_by_gzip(const std::string& bytes) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a", std::ios::binary) << bytes;
    EXPECT_EQ(std::system(("gzip -n " + (folder / "a").string()).c_str()), 0);
    return read_file(folder / "a.gz");
}

TEST(Gzip, a_start_takes_no_more_than_was_asked_for) {
    const std::string bytes = sample_bytes(3'000'000);
    const std::string ours = gzip(bytes),
                      theirs = packed_by_gzip(bytes.substr(0, 1'000'000)) + packed_by_gzip(bytes.substr(1'000'000));
    for (const std::string& file : {ours, theirs})
        for (const std::size_t most :
             {std::size_t{0}, std::size_t{100}, std::size_t{1'500'000}, std::size_t{9'000'000}})
            for (const Rest rest : {Rest::unread, Rest::checked})
                EXPECT_TRUE(inflate_start(file, most, "file", rest) == bytes.substr(0, most));
    EXPECT_LT(inflate_start(theirs, 100, "file", Rest::checked).capacity(), 1'000U);
}

TEST(Gzip, a_start_is_checked_to_the_end_if_asked) {
    std::string file = packed_by_gzip(sample_bytes(300'000));
    EXPECT_THROW(inflate_start(file.substr(0, file.size() / 2), 300'000, "file", Rest::unread), InputError);
    for (const std::size_t at : {file.size() - 1, file.size() - 20'000}) {
        std::string damaged = file;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        EXPECT_EQ(inflate_start(damaged, 100, "file", Rest::unread).size(), 100U);
        EXPECT_THROW(inflate_start(damaged, 100, "file", Rest::checked), InputError);
        EXPECT_THROW(inflate_start(damaged.substr(0, at), 100, "file", Rest::checked), InputError);
    }
    const std::string bomb = packed_by_gzip(std::string(100'000'000, '\0'));
    EXPECT_EQ(inflate_start(bomb, 100, "file", Rest::unread).size(), 100U);
    EXPECT_THROW(inflate_start(bomb, 100, "file", Rest::checked), InputError);
}

// Its last bytes would fill the memory before a byte is unpacked.
TEST(Gzip, a_member_cannot_promise_more_than_it_can_hold) {
    std::string file = gzip("abc");
    store_number(file.data() + file.size() - 4, std::uint32_t{60'000'000}, std::endian::little);
    try {
        inflate_start(file, kLimit, "file", Rest::unread);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos) << error.what();
    }
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
