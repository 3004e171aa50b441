// Classic BGEO ("BgeoV", version 5, big-endian, plain or gzip): the particle format of older Houdini
// versions, partio, SPlisHSPlasH and splashsurf.
#pragma once

#include <lamella/core/bytes.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <bit>

namespace lamella {

// Where the points of a plain file begin, and what each is made of.
struct BgeoLayout {
    struct Attribute {
        std::string name;  // "P" is the first
        int components = 0;
        bool integer = false;
        std::size_t offset = 0;  // bytes from the start of a point
    };
    Index points = 0;
    Index primitives = 0;
    Index vertex_attributes = 0;  // of the corners of primitives
    Index primitive_attributes = 0;
    std::size_t start = 0;
    std::size_t stride = 0;
    std::vector<Attribute> attributes;

    std::size_t end() const { return start + stride * static_cast<std::size_t>(points); }  // of the points
};

inline constexpr auto kBgeoOrder = std::endian::big;

// `plain` need not hold the points.
BgeoLayout read_bgeo_layout(std::string_view plain, const std::string& source);

// One attribute of a dictionary, without an offset.
BgeoLayout::Attribute read_bgeo_attribute(ByteReader& reader);
// The points of a plain file.
ParticleSet read_bgeo_points(std::string_view plain, const BgeoLayout& layout, const std::string& source,
                             ReadNotes* notes);
// The head of a packed file.
BgeoLayout packed_bgeo_layout(std::string_view packed, const std::string& source);
// As much of a packed file as its head says that its points take.
std::string unpacked_bgeo(std::string_view packed, const std::string& source);
// An InputError where a packed file of that size promises more points than it can hold.
void check_packed_points(const BgeoLayout& layout, std::size_t packed_bytes, const std::string& source);
// What a plain file holds up to and with its points.
std::string plain_bgeo(const ParticleSet& points, Index primitives);
// What stands behind the primitives.
inline constexpr std::string_view kBgeoEnd{"\0\xff", 2};

ParticleSet read_bgeo(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);

// gzip-packed in members that end with whole points; the provenance stands in the comment of the first header.
std::string write_bgeo(const ParticleSet& particles, const Provenance& provenance);

// The same for points that are made part by part, so that a large frame needs no second copy in memory.
void write_bgeo(Index points, FunctionRef<ParticleSet(Index begin, Index end)> part, const Provenance& provenance,
                ByteSink sink);

}  // namespace lamella
