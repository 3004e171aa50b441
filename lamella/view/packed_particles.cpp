#include <lamella/core/bytes.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/view/packed_particles.hpp>

#include <nlohmann/json.hpp>

#include <atomic>
#include <cmath>
#include <future>
#include <limits>

namespace lamella {

namespace {

using Attribute = BgeoLayout::Attribute;

constexpr double kFull = 65535;
constexpr std::size_t kPositionBytes = 12, kShareBytes = 4;
constexpr std::size_t kRoomForNumbers = 100;  // three floats, each written with at most 24 letters

struct Range {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();

    // Numbers that are not finite do not widen it.
    void include(float value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void include(const Range& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    Range or_zero() const { return low <= high ? *this : Range{0, 0}; }
    std::uint16_t share(float value) const {
        const double scale = high > low ? kFull / (static_cast<double>(high) - low) : 0;
        const double share = (static_cast<double>(value) - low) * scale + 0.5;
        return share > 0 ? static_cast<std::uint16_t>(std::min(share, kFull)) : std::uint16_t{0};
    }
};

const Attribute* find(const BgeoLayout& layout, std::string_view name) {
    for (const Attribute& attribute : layout.attributes)
        if (attribute.name == name) return &attribute;
    return nullptr;
}

float component(const char* point, const Attribute& attribute, std::size_t k) {
    const char* at = point + attribute.offset + 4 * k;
    return attribute.integer ? static_cast<float>(load_number<std::int32_t>(at, kBgeoOrder))
                             : load_number<float>(at, kBgeoOrder);
}

// What the particles are coloured by.
class Value {
public:
    Value(const BgeoLayout& layout, std::string_view name)
        : attribute_(find(layout, name == "speed"    ? "v"
                                  : name == "height" ? "P"
                                                     : name)),
          height_(name == "height") {
        if (attribute_ && attribute_->components == 0) attribute_ = nullptr;
    }
    float operator()(const char* point) const {
        if (!attribute_) return 0;
        if (height_) return component(point, *attribute_, 1);
        if (attribute_->components != 3) return component(point, *attribute_, 0);
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double x = component(point, *attribute_, k);
            squares += x * x;
        }
        return static_cast<float>(std::sqrt(squares));
    }

private:
    const Attribute* attribute_;
    bool height_;
};

// The names that the page offers: what follows from v, every attribute but P, v and N, and what follows from P.
std::vector<std::string> offered_names(const BgeoLayout& layout) {
    std::vector<std::string> names;
    if (find(layout, "v")) names.emplace_back("speed");
    for (const Attribute& attribute : layout.attributes)
        if (attribute.name != "P" && attribute.name != "v" && attribute.name != "N") names.push_back(attribute.name);
    names.emplace_back("height");
    return names;
}

// A part while it is packed. Values and radii wait until the ranges are known.
struct Rows {
    std::promise<std::string> positions;  // as they are sent
    std::unique_ptr<float[]> values, radii;
    Range value, radius;
};

std::string unpack_points(const ParticleParts& parts, Index part, std::string_view attribute, Rows& rows) {
    const BgeoLayout& layout = parts.layout();
    const Value value(layout, attribute), radius(layout, "pscale");
    const auto count = static_cast<std::size_t>(parts.end_of(part) - parts.first_of(part));
    std::string positions(kPositionBytes * count, '\0');
    rows.values = std::make_unique_for_overwrite<float[]>(count);
    rows.radii = std::make_unique_for_overwrite<float[]>(count);
    const char* point = parts.points(part);
    for (std::size_t i = 0; i < count; ++i, point += layout.stride) {
        for (std::size_t k = 0; k < 3; ++k)
            store_number(positions.data() + kPositionBytes * i + 4 * k,
                         load_number<std::uint32_t>(point + 4 * k, kBgeoOrder), std::endian::little);
        rows.value.include(rows.values[i] = value(point));
        rows.radius.include(rows.radii[i] = radius(point));
    }
    return positions;
}

// Parts are begun in their order, whichever thread is free, so that the first can leave while later ones are unpacked.
void unpack_parts(const ParticleParts& parts, std::string_view attribute, std::vector<Rows>& rows,
                  const std::atomic<bool>& wanted) {
    std::atomic<Index> next = 0;
    const auto unpack_next = [&](Index) {
        const Index part = next++;
        if (!wanted) return;
        try {
            rows[part].positions.set_value(unpack_points(parts, part, attribute, rows[part]));
        } catch (...) {
            rows[part].positions.set_exception(std::current_exception());
            throw;
        }
    };
    parallel_for("unpack particles", parts.count(), unpack_next, 1);
}

struct Ranges {
    Range value, radius;
};

Ranges ranges_of(const std::vector<Rows>& rows) {
    Ranges all;
    for (const Rows& part : rows) {
        all.value.include(part.value);
        all.radius.include(part.radius);
    }
    return {all.value.or_zero(), {0, std::max(0.0f, all.radius.or_zero().high)}};
}

std::string shares_of(const ParticleParts& parts, const std::vector<Rows>& rows, const Ranges& ranges) {
    std::string shares(kShareBytes * static_cast<std::size_t>(parts.layout().points), '\0');
    const auto pack = [&](Index part) {
        const Index first = parts.first_of(part);
        for (Index i = first; i < parts.end_of(part); ++i) {
            char* at = shares.data() + kShareBytes * static_cast<std::size_t>(i);
            store_number(at, ranges.value.share(rows[part].values[i - first]), std::endian::little);
            store_number(at + 2, ranges.radius.share(rows[part].radii[i - first]), std::endian::little);
        }
    };
    parallel_for("pack particles", parts.count(), pack, 1);
    return shares;
}

nlohmann::ordered_json description(const BgeoLayout& layout, const Ranges& ranges) {
    return {{"count", layout.points},
            {"attributes", offered_names(layout)},
            {"values", {{"low", ranges.value.low}, {"high", ranges.value.high}}},
            {"largestRadius", ranges.radius.high}};
}

}  // namespace

PackedParticles::PackedParticles(std::shared_ptr<const ParticleParts> parts, std::string attribute)
    : parts_(std::move(parts)),
      attribute_(std::move(attribute)),
      description_bytes_(description(parts_->layout(), {}).dump().size() + kRoomForNumbers) {}

std::size_t PackedParticles::size() const {
    return (kPositionBytes + kShareBytes) * static_cast<std::size_t>(parts_->layout().points) + description_bytes_ + 4;
}

void PackedParticles::write(FunctionRef<bool(std::string_view)> send) const {
    std::vector<Rows> rows(static_cast<std::size_t>(parts_->count()));
    std::atomic<bool> wanted = true;
    auto sent = std::async(std::launch::async, [&] {
        for (Rows& part : rows) {
            wanted = send(part.positions.get_future().get());
            if (!wanted) return;
        }
    });
    unpack_parts(*parts_, attribute_, rows, wanted);
    sent.get();
    if (!wanted) return;
    const Ranges ranges = ranges_of(rows);
    std::string end = description(parts_->layout(), ranges).dump();
    end.resize(description_bytes_, ' ');
    append_number(end, static_cast<std::uint32_t>(description_bytes_), std::endian::little);
    if (send(shares_of(*parts_, rows, ranges))) send(end);
}

}  // namespace lamella
