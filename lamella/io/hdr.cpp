#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/hdr.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace lamella {
namespace {

using Rgbe = std::array<std::uint8_t, 4>;

constexpr std::size_t kLongestLine = 4096;  // of a header
constexpr int kMostLines = 1024;

Vec3 light_of(const Rgbe& p) {
    if (p[3] == 0) return Vec3::Zero();
    const Real unit = std::ldexp(1.0f, static_cast<int>(p[3]) - 136);
    return unit * Vec3(p[0], p[1], p[2]);
}

class HdrReader : public ByteReader {
public:
    HdrReader(std::string_view bytes, const std::string& source) : ByteReader(bytes, source, std::endian::native) {}

    HdrPicture picture() {
        read_header();
        HdrPicture picture = sized_picture();
        require(picture.height, least_bytes_of_row(picture.width), "rows");
        picture.pixels.reserve(static_cast<std::size_t>(picture.width) * picture.height);
        std::vector<Rgbe> row(picture.width);
        for (Index y = 0; y < picture.height; ++y) {
            begins_with_runs(row.size()) ? read_row_with_runs(row) : read_plain_row(row);
            for (const Rgbe& p : row) picture.pixels.push_back(light_of(p));
        }
        return picture;
    }

private:
    std::uint8_t byte() { return number<std::uint8_t>(); }

    std::string_view line() {
        const std::size_t end = bytes_.substr(position_, kLongestLine).find('\n');
        if (end == std::string_view::npos) fail("the header has no end of its line");
        const std::string_view text = take(end);
        take(1);
        return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
    }

    void read_header() {
        if (!bytes_.starts_with("#?")) fail("this is no Radiance picture: it does not begin with '#?'");
        bool has_format = false;
        for (int count = 0; count < kMostLines; ++count) {
            const std::string_view text = line();
            if (text.empty() && has_format) return;
            if (text.empty()) fail("the header has no line FORMAT=32-bit_rle_rgbe");
            if (!text.starts_with("FORMAT=")) continue;
            if (text != "FORMAT=32-bit_rle_rgbe")
                fail(fmt::format("the format '{}' is not 32-bit_rle_rgbe, the only one that is read", text.substr(7)));
            has_format = true;
        }
        fail(fmt::format("the header has more than {} lines", kMostLines));
    }

    HdrPicture sized_picture() {
        const std::string_view text = line();
        HdrPicture picture;
        const std::string_view after = size_after("-Y ", text, picture.height);
        const std::string_view rest = size_after(" +X ", after, picture.width);
        if (!rest.empty() || picture.width < 1 || picture.height < 1)
            fail(fmt::format("the line of the size is '{}', '-Y height +X width' is read", text.substr(0, 80)));
        if (static_cast<std::uint64_t>(picture.width) * static_cast<std::uint64_t>(picture.height) > kMostHdrPixels)
            fail(fmt::format("a picture of {} x {} pixels is announced, at most {} pixels are read", picture.width,
                             picture.height, kMostHdrPixels));
        return picture;
    }

    // What stands behind the word and its number; a part that is not there leaves the size 0.
    static std::string_view size_after(std::string_view word, std::string_view text, Index& size) {
        if (!text.starts_with(word)) return text;
        const auto [end, error] = std::from_chars(text.data() + word.size(), text.data() + text.size(), size);
        if (error != std::errc()) size = 0;
        return text.substr(static_cast<std::size_t>(end - text.data()));
    }

    // A row with runs has a header and, for each of four channels, two bytes for 127 pixels at the least.
    static std::uint64_t least_bytes_of_row(Index width) {
        const auto n = static_cast<std::uint64_t>(width);
        return may_have_runs(n) ? 4 + 8 * ((n + 126) / 127) : 4 * n;
    }

    static bool may_have_runs(std::size_t width) { return width >= 8 && width <= 32767; }

    // No colour begins so: of a pixel's mantissas one is above 127.
    bool begins_with_runs(std::size_t width) const {
        const std::string_view next = bytes_.substr(position_, 3);
        return may_have_runs(width) && next.starts_with("\2\2") && next.size() == 3 && (next[2] & 0x80) == 0;
    }

    void read_plain_row(std::vector<Rgbe>& row) {
        for (Rgbe& p : row) {
            for (std::uint8_t& value : p) value = byte();
            if (p[0] == 1 && p[1] == 1 && p[2] == 1) fail("runs of the oldest kind, as repeated pixels, are not read");
        }
    }

    void read_row_with_runs(std::vector<Rgbe>& row) {
        take(2);
        const auto width = load_number<std::uint16_t>(take(2).data(), std::endian::big);
        if (width != row.size()) fail(fmt::format("a row of {} pixels, {} were announced", width, row.size()));
        for (int channel = 0; channel < 4; ++channel) read_channel(row, channel);
    }

    // A count above 128 repeats the next byte, another one is followed by so many bytes.
    void read_channel(std::vector<Rgbe>& row, int channel) {
        for (std::size_t x = 0; x < row.size();) {
            const std::uint8_t count = byte();
            const bool repeats = count > 128;
            const std::size_t length = repeats ? count - 128u : count;
            if (length == 0 || length > row.size() - x)
                fail(fmt::format("a run of {} pixels, 1 to {} fit the row", length, row.size() - x));
            const std::uint8_t first = byte();
            row[x++][channel] = first;
            for (std::size_t k = 1; k < length; ++k) row[x++][channel] = repeats ? first : byte();
        }
    }
};

}  // namespace

HdrPicture decode_hdr(std::string_view bytes, const std::string& source) { return HdrReader(bytes, source).picture(); }

HdrPicture read_hdr(const std::filesystem::path& path) {
    return decode_hdr(read_file(path, 8 * kMostHdrPixels), path.string());
}

}  // namespace lamella
