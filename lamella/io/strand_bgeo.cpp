#include <lamella/core/error.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/io/strand_bgeo.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace lamella {

namespace {

constexpr auto kOrder = kBgeoOrder;
constexpr std::uint32_t kRun = 0xffffffff;  // in the place of a primitive's key: several of one kind follow
constexpr std::uint32_t kPolygon = 1;
constexpr char kOpen = ':', kClosed = '<';
constexpr Index kLargestRun = 65535;
constexpr std::uint64_t kMostUses = 16;                      // of a point on the mean: what curves share is copied
constexpr std::size_t kPolygonBytes = 15;                    // its run, kind, number of corners, and whether it is open
constexpr std::size_t kDictionaries = std::size_t{1} << 20;  // bytes behind the points, at most

struct Curves {
    std::vector<Index> rows;  // the points of all curves, one after another
    std::vector<Index> first{0};
    Index closed = 0;
};

class PrimitiveReader {
public:
    PrimitiveReader(std::string_view plain, const BgeoLayout& layout, const std::string& source)
        : reader_(plain, source, kOrder), layout_(layout) {
        reader_.take(layout.start);
        reader_.require(static_cast<std::uint64_t>(layout.points), layout.stride, "points");
        reader_.take(layout.stride * static_cast<std::size_t>(layout.points));
        vertex_bytes_ = dictionary_bytes(layout.vertex_attributes);
        primitive_bytes_ = dictionary_bytes(layout.primitive_attributes);
    }

    // Where the primitives end at the latest, if they use each point at most so many times on the mean.
    std::size_t last_end() const {
        const auto points = static_cast<std::size_t>(layout_.points);
        const auto primitives = static_cast<std::size_t>(layout_.primitives);
        return reader_.position() + primitives * (kPolygonBytes + primitive_bytes_) +
               kMostUses * points * (sizeof(std::uint32_t) + vertex_bytes_) + kBgeoEnd.size();
    }

    Curves read() {
        reader_.require(static_cast<std::uint64_t>(layout_.primitives), 5, "primitives");
        Index left = layout_.primitives;
        while (left > 0) {
            std::uint32_t key = reader_.number<std::uint32_t>();
            Index count = 1;
            if (key == kRun) {
                count = reader_.number<std::uint16_t>();
                key = reader_.number<std::uint32_t>();
            }
            if (count < 1 || count > left)
                reader_.fail(fmt::format("a run of {} primitives, {} are left", count, left));
            if (key != kPolygon) reader_.fail(fmt::format("primitives of the kind {:#x} are not read", key));
            for (Index k = 0; k < count; ++k) read_polygon();
            left -= count;
        }
        return std::move(curves_);
    }

    // Of the first primitive, which is a polygon or not.
    bool starts_open() {
        std::uint32_t key = reader_.number<std::uint32_t>();
        if (key == kRun) {
            reader_.number<std::uint16_t>();
            key = reader_.number<std::uint32_t>();
        }
        if (key != kPolygon) return false;
        reader_.number<std::uint32_t>();
        return is_open();
    }

private:
    std::size_t dictionary_bytes(Index attributes) {
        reader_.require(static_cast<std::uint64_t>(attributes), 8, "attributes");
        std::size_t bytes = 0;
        for (Index k = 0; k < attributes; ++k)
            bytes += 4 * static_cast<std::size_t>(read_bgeo_attribute(reader_).components);
        return bytes;
    }

    bool is_open() {
        const char sign = reader_.number<char>();
        if (sign != kOpen && sign != kClosed && sign != 0 && sign != 1)
            reader_.fail("a polygon is neither open nor closed");
        return sign == kOpen || sign == 0;
    }

    // Point numbers take two bytes where those suffice.
    Index point() {
        const auto number = layout_.points > 65535 ? reader_.number<std::uint32_t>() : reader_.number<std::uint16_t>();
        if (number >= static_cast<std::uint32_t>(layout_.points))
            reader_.fail(fmt::format("a polygon names the point {} of {}", number, layout_.points));
        reader_.take(vertex_bytes_);
        return static_cast<Index>(number);
    }

    void read_polygon() {
        const auto corners = reader_.number<std::uint32_t>();
        const bool open = is_open();
        reader_.require(corners, 2 + vertex_bytes_, "corners");
        if (open && curves_.rows.size() + corners > most_rows())
            reader_.fail(fmt::format("the curves have more than {} points", most_rows()));
        for (std::uint32_t k = 0; k < corners; ++k) {
            const Index row = point();
            if (open) curves_.rows.push_back(row);
        }
        reader_.take(primitive_bytes_);
        if (open)
            curves_.first.push_back(static_cast<Index>(curves_.rows.size()));
        else
            ++curves_.closed;
    }

    std::uint64_t most_rows() const {
        constexpr std::uint64_t kMostRows = std::numeric_limits<Index>::max() - kPackWidth;
        return std::min(kMostRows, kMostUses * static_cast<std::uint64_t>(layout_.points));
    }

    ByteReader reader_;
    const BgeoLayout& layout_;
    std::size_t vertex_bytes_ = 0, primitive_bytes_ = 0;
    Curves curves_;
};

// What a reader of particles would have found and one of curves leaves.
void note_losses(const BgeoLayout& layout, const Curves& curves, const std::string& source, ReadNotes& notes) {
    std::vector<bool> used(static_cast<std::size_t>(layout.points));
    for (const Index row : curves.rows) used[static_cast<std::size_t>(row)] = true;
    const auto alone = std::ranges::count(used, false);
    if (alone > 0) notes.push_back(fmt::format("{}: {} points that belong to no curve are left out", source, alone));
    if (curves.closed > 0) notes.push_back(fmt::format("{}: {} closed polygons are left out", source, curves.closed));
    if (layout.vertex_attributes > 0 || layout.primitive_attributes > 0)
        notes.push_back(fmt::format("{}: the attributes of corners and primitives are left out", source));
}

// A packed file up to its first primitive, and more.
std::string unpacked_to_primitives(std::string_view packed, const BgeoLayout& layout, const std::string& source) {
    check_packed_points(layout, packed.size(), source);
    return inflate_start(packed, layout.end() + kDictionaries, source, Rest::unread);
}

// As much of it as its head says that its points and primitives take at most.
std::string unpacked_strands(std::string_view packed, const std::string& source) {
    const BgeoLayout layout = packed_bgeo_layout(packed, source);
    const std::string start = unpacked_to_primitives(packed, layout, source);
    return inflate_start(packed, PrimitiveReader(start, layout, source).last_end(), source, Rest::checked);
}

}  // namespace

Strands read_strand_bgeo(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    const std::string unpacked = is_gzip(bytes) ? unpacked_strands(bytes, source) : std::string();
    const std::string_view plain = is_gzip(bytes) ? unpacked : bytes;
    const BgeoLayout layout = read_bgeo_layout(plain, source);
    Curves curves = PrimitiveReader(plain, layout, source).read();
    ParticleSet points = read_bgeo_points(plain, layout, source, notes);
    if (notes) note_losses(layout, curves, source, *notes);
    Strands strands;
    strands.points = std::move(static_cast<ColumnTable&>(points));
    strands.points.reorder(curves.rows);
    strands.first = std::move(curves.first);
    return strands;
}

bool bgeo_has_strands(std::string_view bytes, const std::string& source) {
    const BgeoLayout layout = is_gzip(bytes) ? packed_bgeo_layout(bytes, source) : read_bgeo_layout(bytes, source);
    if (layout.primitives == 0) return false;
    const std::string start = is_gzip(bytes) ? unpacked_to_primitives(bytes, layout, source) : std::string();
    try {
        return PrimitiveReader(is_gzip(bytes) ? start : bytes, layout, source).starts_open();
    } catch (const InputError&) {
        return false;  // its points may be good
    }
}

std::string write_strand_bgeo(const Strands& strands, const Provenance& provenance) {
    ParticleSet points;
    static_cast<ColumnTable&>(points) = strands.points;
    points.add<Vec3Column>("P");
    std::string out = plain_bgeo(points, strands.count());
    for (Index s = 0; s < strands.count(); ++s) {
        if (s % kLargestRun == 0) {
            append_number(out, kRun, kOrder);
            append_number(out, static_cast<std::uint16_t>(std::min(kLargestRun, strands.count() - s)), kOrder);
            append_number(out, kPolygon, kOrder);
        }
        append_number(out, static_cast<std::uint32_t>(strands.end_of(s) - strands.begin_of(s)), kOrder);
        out += kOpen;
        for (Index i = strands.begin_of(s); i < strands.end_of(s); ++i)
            if (points.size() > 65535)
                append_number(out, static_cast<std::uint32_t>(i), kOrder);
            else
                append_number(out, static_cast<std::uint16_t>(i), kOrder);
    }
    return gzip(out += kBgeoEnd, provenance.line());
}

}  // namespace lamella
