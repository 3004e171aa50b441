// A particle file in parts of whole points, which several threads can read and unpack at the same time: the members
// that our gzip files are made of (docs/file_formats.md), or the whole of another file.
#pragma once

#include <lamella/io/bgeo.hpp>
#include <lamella/server/open_file.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lamella {

class ParticleParts {
public:
    // A BGEO file, plain or gzip; the source is its name in sentences. What is seen to be wrong without unpacking all
    // of it is an InputError.
    ParticleParts(OpenFile file, std::string source);
    // Of the plain bytes of one, which are one part.
    ParticleParts(std::string plain, std::string source);

    const BgeoLayout& layout() const { return layout_; }
    Index count() const { return static_cast<Index>(parts_.size()); }
    Index first_of(Index part) const { return parts_[part].first; }
    Index end_of(Index part) const { return parts_[part].end; }

    std::size_t plain_bytes() const;

    // The points of a part as they stand in the plain file, unpacked by the first who asks.
    const char* points(Index part) const;

private:
    struct Part {
        std::uint64_t at = 0;  // in the file
        std::size_t length = 0;
        std::size_t plain_length = 0;
        Index first = 0, end = 0;  // of its points
    };

    struct Unpacked {
        std::once_flag once;
        std::unique_ptr<char[]> plain;
    };

    void take_whole(std::string plain);
    std::vector<Part> members() const;
    bool cut(std::vector<Part> members);
    void check_end(std::size_t plain) const;
    std::unique_ptr<char[]> unpack(const Part& part) const;

    OpenFile file_;
    std::string source_;
    std::string start_;  // plain, of the first part
    BgeoLayout layout_;
    std::vector<Part> parts_;
    std::unique_ptr<Unpacked[]> unpacked_;  // of the parts after the first
};

}  // namespace lamella
