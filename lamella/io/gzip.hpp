// gzip and zlib streams in memory. libdeflate packs and unpacks what has a known length in half of zlib's time; zlib
// unpacks streams of unknown length piece by piece, so that no more is kept than was asked for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

bool is_gzip(std::string_view bytes);

inline constexpr std::size_t kGzipMemberBytes = std::size_t{1} << 20;  // plain data of a member, about

// Where a gzip file may be cut into members: before byte `start` + k `stride`.
struct GzipCuts {
    std::size_t start = 0;
    std::size_t stride = 1;
};

// Several members of about a megabyte of plain data, packed in parallel; each says its length in an extra field
// (docs/file_formats.md), so that a reader can unpack them in parallel, too. Without a time stamp: equal bytes give
// equal files. `comment` goes into the first header.
std::string gzip(std::string_view bytes, const std::string& comment = {}, GzipCuts cuts = {});

// Accepts zlib streams and gzip files of any members. A damaged stream, or one that grows above `limit` bytes, is
// an InputError.
std::string inflate(std::string_view bytes, std::size_t limit, const std::string& source);

// The first `most` plain bytes of a gzip file, or all of a shorter one; no more are kept in memory. A stream of unknown
// length is checked by unpacking it to its end, which may lie at inflated_limit.
enum class Rest { unread, checked };
std::string inflate_start(std::string_view bytes, std::size_t most, const std::string& source, Rest rest);

inline constexpr std::size_t kGzipHeadBytes = 20;  // of our members, without a comment
inline constexpr std::size_t kGzipTailBytes = 8;

// How long the member that begins with these bytes says it is; nothing when it does not, or when they are less than a
// head.
std::optional<std::size_t> said_length(std::string_view head);
// The members of a file that all say their length; nothing for other files.
std::vector<std::string_view> gzip_members(std::string_view file);
// How many plain bytes the end of a member promises (RFC 1952, ISIZE).
std::size_t plain_length(std::string_view member);
// The plain data of one member; an InputError when it is damaged or does not fill `out` exactly.
void inflate_member(std::string_view member, std::span<char> out, const std::string& source);

// The largest size that the reader accepts for what a compressed file holds.
std::size_t inflated_limit(std::size_t compressed_size);

}  // namespace lamella
