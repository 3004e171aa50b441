#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/gzip.hpp>

#include <fmt/format.h>
#define ZLIB_CONST  // its input is read only
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <memory>

namespace lamella {

namespace {

// The fastest level packs particles as well as zlib's level 3, in less than a third of its time.
constexpr int kLevel = 1;
constexpr std::size_t kLengthAt = 16;  // header 10, extra length 2, name and length of the subfield 4
static_assert(kGzipHeadBytes == kLengthAt + 4);
constexpr char kHasExtra = 4, kHasComment = 16;  // RFC 1952, 2.3.1
constexpr auto kOrder = std::endian::little;
constexpr std::size_t kLargestRatio = 1032;  // of deflate: 258 bytes in two bits

struct Free {
    void operator()(libdeflate_compressor* one) const { libdeflate_free_compressor(one); }
    void operator()(libdeflate_decompressor* one) const { libdeflate_free_decompressor(one); }
};
using Compressor = std::unique_ptr<libdeflate_compressor, Free>;
using Decompressor = std::unique_ptr<libdeflate_decompressor, Free>;

Decompressor decompressor() {
    Decompressor made(libdeflate_alloc_decompressor());
    if (!made) throw RunError("libdeflate cannot start to decompress");
    return made;
}

// Without a time, for an unknown system: the bytes do not depend on the machine. The subfield "LA" is given the
// member's length (RFC 1952, 2.3.1.1) when it is known.
std::string member_header(const std::string& comment) {
    std::string header("\x1f\x8b\x08\0\0\0\0\0\0\xff\x08\0LA\4\0\0\0\0\0", kGzipHeadBytes);
    header[3] = static_cast<char>(comment.empty() ? kHasExtra : kHasExtra | kHasComment);
    if (!comment.empty()) header.append(comment.c_str(), comment.size() + 1);
    return header;
}

std::string gzip_member(std::string_view bytes, const std::string& comment) {
    const Compressor compressor(libdeflate_alloc_compressor(kLevel));
    if (!compressor) throw RunError("libdeflate cannot start to compress");
    std::string out = member_header(comment);
    const std::size_t head = out.size();
    out.resize(head + libdeflate_deflate_compress_bound(compressor.get(), bytes.size()));
    const std::size_t packed =
        libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(), out.data() + head, out.size() - head);
    if (packed == 0) throw RunError("libdeflate cannot compress");
    out.resize(head + packed);
    append_number(out, libdeflate_crc32(0, bytes.data(), bytes.size()), kOrder);
    append_number(out, static_cast<std::uint32_t>(bytes.size()), kOrder);
    store_number(out.data() + kLengthAt, static_cast<std::uint32_t>(out.size()), kOrder);
    return out;
}

[[noreturn]] void fail_large(const std::string& source, std::size_t limit) {
    throw InputError(fmt::format("{}: the compressed data grow above {} bytes", source, limit));
}
[[noreturn]] void fail_damaged(const std::string& source) {
    throw InputError(fmt::format("{}: the compressed data are damaged or cut", source));
}

// Members whose lengths are known, each to its place, until there are `most` bytes.
std::string inflate_members(const std::vector<std::string_view>& members, std::size_t most, std::size_t limit,
                            const std::string& source) {
    std::vector<std::size_t> starts{0};
    for (std::size_t k = 0; k < members.size() && starts.back() < most; ++k) {
        if (plain_length(members[k]) > kLargestRatio * members[k].size()) fail_damaged(source);
        starts.push_back(starts.back() + plain_length(members[k]));
    }
    if (starts.back() > limit) fail_large(source, limit);
    std::string out(starts.back(), '\0');
    parallel_for(
        "inflate", static_cast<Index>(starts.size() - 1),
        [&](Index i) {
            const auto k = static_cast<std::size_t>(i);
            inflate_member(members[k], {out.data() + starts[k], starts[k + 1] - starts[k]}, source);
        },
        1);
    return out;
}

// gzip members of unknown length, one after another; what follows the last is not looked at.
class StreamReader {
public:
    StreamReader(std::string_view bytes, const std::string& source) : bytes_(bytes), source_(source) {
        if (inflateInit2(&stream_, kGzipWindow) != Z_OK) throw RunError("zlib cannot start to decompress");
    }
    ~StreamReader() { inflateEnd(&stream_); }
    StreamReader(const StreamReader&) = delete;
    StreamReader& operator=(const StreamReader&) = delete;

    // As many of the next plain bytes as there are.
    std::size_t read(std::span<char> out) {
        std::size_t made = 0;
        while (made < out.size() && !ended_) made += read_some(out.subspan(made));
        return made;
    }

private:
    static constexpr int kGzipWindow = 15 + 16;
    static constexpr std::size_t kMost = std::size_t{1} << 30;  // that zlib is given at once

    std::size_t read_some(std::span<char> out) {
        const std::string_view in = bytes_.substr(0, kMost);
        const std::size_t room = std::min(out.size(), kMost);
        stream_.next_in = reinterpret_cast<const Bytef*>(in.data());
        stream_.avail_in = static_cast<uInt>(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(room);
        const int result = ::inflate(&stream_, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END) fail_damaged(source_);
        bytes_.remove_prefix(in.size() - stream_.avail_in);
        if (result == Z_STREAM_END) {
            ended_ = !is_gzip(bytes_);
            inflateReset(&stream_);
        }
        return room - stream_.avail_out;
    }

    std::string_view bytes_;
    const std::string& source_;
    z_stream stream_{};
    bool ended_ = false;
};

constexpr std::size_t kPiece = std::size_t{1} << 16;

std::string read_start(StreamReader& reader, std::size_t most) {
    std::string out;
    std::size_t used = 0;
    while (used == out.size() && used < most) {
        out.resize(std::min(most, std::max(2 * used, kPiece)));
        used += reader.read(std::span(out).subspan(used));
    }
    out.resize(used);
    return out;
}

void check_rest(StreamReader& reader, std::size_t used, std::size_t limit, const std::string& source) {
    std::vector<char> rest(kPiece);
    while (const std::size_t made = reader.read(rest)) {
        used += made;
        if (used > limit) fail_large(source, limit);
    }
}

// One stream of unknown length after another, into a buffer that grows.
std::string inflate_streams(std::string_view bytes, std::size_t limit, const std::string& source) {
    const bool gzip = is_gzip(bytes);
    const auto inflate_one = gzip ? libdeflate_gzip_decompress_ex : libdeflate_zlib_decompress_ex;
    const Decompressor reader = decompressor();
    const std::size_t promised = gzip && bytes.size() >= kGzipTailBytes ? plain_length(bytes) : 0;
    std::string out(std::min(limit, std::clamp(promised, std::size_t{4096}, 64 * bytes.size() + 4096)), '\0');
    std::size_t used = 0;
    for (bool more = true; more;) {
        std::size_t taken = 0, made = 0;
        const auto result =
            inflate_one(reader.get(), bytes.data(), bytes.size(), out.data() + used, out.size() - used, &taken, &made);
        if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
            if (out.size() == limit) fail_large(source, limit);
            out.resize(std::min(limit, 2 * out.size()));
            continue;
        }
        if (result != LIBDEFLATE_SUCCESS) fail_damaged(source);
        bytes.remove_prefix(taken);
        used += made;
        more = gzip && is_gzip(bytes);
    }
    out.resize(used);
    return out;
}

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string gzip(std::string_view bytes, const std::string& comment, GzipCuts cuts) {
    const std::size_t step = std::max<std::size_t>(1, kGzipMemberBytes / cuts.stride) * cuts.stride;
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

std::optional<std::size_t> said_length(std::string_view head) {
    if (head.size() < kGzipHeadBytes || !is_gzip(head) || (head[3] & kHasExtra) == 0 ||
        head.substr(12, 4) != std::string_view("LA\4\0", 4))
        return std::nullopt;
    const std::size_t length = load_number<std::uint32_t>(head.data() + kLengthAt, kOrder);
    return length < kGzipHeadBytes + kGzipTailBytes ? std::nullopt : std::optional(length);
}

std::vector<std::string_view> gzip_members(std::string_view file) {
    std::vector<std::string_view> members;
    while (!file.empty()) {
        const auto length = said_length(file);
        if (!length || *length > file.size()) return {};
        members.push_back(file.substr(0, *length));
        file.remove_prefix(*length);
    }
    return members;
}

std::size_t plain_length(std::string_view member) {
    return load_number<std::uint32_t>(member.data() + member.size() - 4, kOrder);
}

void inflate_member(std::string_view member, std::span<char> out, const std::string& source) {
    std::size_t taken = 0;
    const auto result = libdeflate_gzip_decompress_ex(decompressor().get(), member.data(), member.size(), out.data(),
                                                      out.size(), &taken, nullptr);
    if (result != LIBDEFLATE_SUCCESS || taken != member.size()) fail_damaged(source);
}

std::string inflate(std::string_view bytes, std::size_t limit, const std::string& source) {
    const auto members = gzip_members(bytes);
    return members.empty() ? inflate_streams(bytes, limit, source) : inflate_members(members, SIZE_MAX, limit, source);
}

std::string inflate_start(std::string_view bytes, std::size_t most, const std::string& source, Rest rest) {
    const std::size_t limit = inflated_limit(bytes.size());
    if (const auto members = gzip_members(bytes); !members.empty()) {
        std::string out = inflate_members(members, most, limit, source);
        out.resize(std::min(most, out.size()));
        return out;
    }
    StreamReader reader(bytes, source);
    std::string out = read_start(reader, most);
    if (rest == Rest::checked) check_rest(reader, out.size(), limit, source);
    return out;
}

std::size_t inflated_limit(std::size_t compressed_size) { return (std::size_t{64} << 20) + 200 * compressed_size; }

}  // namespace lamella
