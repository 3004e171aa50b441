#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/gzip.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

namespace lamella {

namespace {

constexpr int kGzip = 16 + MAX_WBITS;        // deflateInit2: a gzip header
constexpr int kGzipOrZlib = 32 + MAX_WBITS;  // inflateInit2: either header
constexpr std::size_t kStepBytes = std::size_t{1} << 20;
constexpr std::size_t kMemberBytes = std::size_t{1} << 20;  // plain data of a member, about
constexpr std::size_t kLengthAt = 16;  // header 10, extra length 2, name and length of the subfield 4

// zlib counts in 32 bits: input is handed over piece by piece.
void feed(z_stream& stream, std::string_view& rest) {
    if (stream.avail_in != 0) return;
    const std::size_t piece = std::min<std::size_t>(rest.size(), std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
    stream.avail_in = static_cast<uInt>(piece);
    rest.remove_prefix(piece);
}

void make_room(z_stream& stream, std::string& out, std::size_t step) {
    const std::size_t used = out.size() - stream.avail_out;
    out.resize(used + step);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
    stream.avail_out = static_cast<uInt>(step);
}

// Whether another gzip member follows the one that has ended.
bool next_member(const z_stream& stream, std::string_view rest) {
    const std::string_view taken(reinterpret_cast<const char*>(stream.next_in), stream.avail_in);
    return is_gzip(taken.empty() ? rest : taken);
}

// One member. The subfield "LA" of its header holds the member's length in bytes (RFC 1952, 2.3.1.1).
std::string gzip_member(std::string_view bytes, const std::string& comment) {
    z_stream stream{};
    if (deflateInit2(&stream, 3, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw RunError("zlib cannot start to compress");
    std::string extra("LA\4\0\0\0\0\0", 8);
    gz_header header{};
    header.os = 255;  // unknown: the bytes do not depend on the machine
    header.extra = reinterpret_cast<Bytef*>(extra.data());
    header.extra_len = static_cast<uInt>(extra.size());
    if (!comment.empty()) header.comment = reinterpret_cast<Bytef*>(const_cast<char*>(comment.c_str()));
    deflateSetHeader(&stream, &header);
    std::string out;
    int state = Z_OK;
    while (state == Z_OK || state == Z_BUF_ERROR) {
        feed(stream, bytes);
        if (stream.avail_out == 0) make_room(stream, out, kStepBytes);
        state = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    }
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    if (state != Z_STREAM_END) throw RunError("zlib cannot compress");
    std::string length;
    append_number(length, static_cast<std::uint32_t>(out.size()), std::endian::little);
    out.replace(kLengthAt, length.size(), length);
    return out;
}

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string gzip(std::string_view bytes, const std::string& comment, GzipCuts cuts) {
    const std::size_t step = std::max<std::size_t>(1, kMemberBytes / cuts.stride) * cuts.stride;
    const std::size_t rest = bytes.size() - std::min(bytes.size(), cuts.start);
    std::vector<std::string> members(std::max<std::size_t>(1, (rest + step - 1) / step));
    const auto cut = [&](std::size_t k) { return k == 0 ? 0 : std::min(bytes.size(), cuts.start + k * step); };
    parallel_for(
        "gzip", static_cast<Index>(members.size()),
        [&](Index i) {
            const auto k = static_cast<std::size_t>(i);
            members[k] = gzip_member(bytes.substr(cut(k), cut(k + 1) - cut(k)), k == 0 ? comment : std::string());
        },
        1);
    std::string out;
    for (const std::string& member : members) out += member;
    return out;
}

std::string inflate(std::string_view bytes, std::size_t limit, const std::string& source) {
    z_stream stream{};
    if (inflateInit2(&stream, kGzipOrZlib) != Z_OK) throw RunError("zlib cannot start to decompress");
    std::string out;
    int state = Z_OK;
    while (state == Z_OK && out.size() - stream.avail_out <= limit) {
        feed(stream, bytes);
        if (stream.avail_out == 0) make_room(stream, out, std::min({limit + 1, kStepBytes, out.size() + 4096}));
        state = inflate(&stream, Z_NO_FLUSH);
        if (state == Z_STREAM_END && next_member(stream, bytes)) state = inflateReset(&stream);
    }
    out.resize(out.size() - stream.avail_out);
    inflateEnd(&stream);
    if (out.size() > limit) throw InputError(fmt::format("{}: the compressed data grow above {} bytes", source, limit));
    if (state != Z_STREAM_END) throw InputError(fmt::format("{}: the compressed data are damaged or cut", source));
    return out;
}

std::size_t inflated_limit(std::size_t compressed_size) { return (std::size_t{64} << 20) + 200 * compressed_size; }

}  // namespace lamella
