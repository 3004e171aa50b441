#include <lamella/core/error.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/text_reader.hpp>
#include <lamella/io/wide_positions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace lamella {

namespace {

struct Usual {
    std::string_view name;
    int components;
    bool integer;
};
constexpr Usual kUsual[] = {{"P", 3, false},       {"v", 3, false},  {"id", 1, true},    {"pscale", 1, false},
                            {"density", 1, false}, {"Cd", 3, false}, {"mass", 1, false}, {"phase", 1, true},
                            {"N", 3, false},       {"uv", 3, false}};

constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"velocity", "v"},  {"velocities", "v"}, {"vel", "v"},  {"normal", "N"}, {"normals", "N"}, {"radius", "pscale"},
    {"rho", "density"}, {"rhop", "density"}, {"idp", "id"}, {"color", "Cd"}, {"colour", "Cd"}};

const Usual* find_usual(std::string_view name) {
    const auto at = std::find_if(std::begin(kUsual), std::end(kUsual), [&](const Usual& u) { return u.name == name; });
    return at == std::end(kUsual) ? nullptr : at;
}

template <int K>
std::vector<Slot> vector_slots(VecColumn<K>& column, Number type) {
    std::vector<Slot> slots(K, Slot{.type = type});
    for (int c = 0; c < K; ++c) slots[static_cast<std::size_t>(c)].real = column.component(c).data();
    return slots;
}

}  // namespace

void Slot::set(Index row, double value) const {
    if (real) real[row] = static_cast<Real>(value * scale);
    if (wide) wide[row] = value;
    if (!index) return;
    const bool fits = value >= std::numeric_limits<Index>::min() && value <= std::numeric_limits<Index>::max() &&
                      value == std::trunc(value);
    index[row] = fits ? static_cast<Index>(value) : 0;
    if (!fits) *inexact = true;
}

std::string usual_name(std::string_view name_in_file) {
    const std::string lower = lower_case(name_in_file);
    for (const auto& [alias, name] : kAliases)
        if (lower == alias) return std::string(name);
    return std::string(name_in_file);
}

PointBuilder::PointBuilder(std::uint64_t points, std::string source) : source_(std::move(source)) {
    if (points > static_cast<std::uint64_t>(std::numeric_limits<Index>::max() - kPackWidth))
        throw InputError(fmt::format("{}: {} points are more than the 2^31 that can be held", source_, points));
    points_.add<Vec3Column>("P");
    points_.resize(static_cast<Index>(points));
}

std::vector<Slot> PointBuilder::add(std::string_view name_in_file, int components, Number type) {
    const std::string name = usual_name(name_in_file);
    if (name == "P" && components == 3 && !std::exchange(placed_, true)) return position_slots(type);
    const Usual* usual = find_usual(name);
    const auto skip = [&](std::string_view why) {
        note(fmt::format("{}: the attribute '{}' is skipped: {}", source_, name_in_file, why));
        return std::vector<Slot>(static_cast<std::size_t>(std::max(components, 0)), Slot{.type = type});
    };
    if (points_.has(name)) return skip("there is one of this name already");
    if (usual && usual->components != components)
        return skip(fmt::format("it has {} components instead of {}", components, usual->components));
    if (components == 3) return vector_slots(points_.add<Vec3Column>(name), type);
    if (components == 4) return vector_slots(points_.add<Vec4Column>(name), type);
    if (components != 1) return skip(fmt::format("{} components are not 1, 3 or 4", components));
    if (usual ? usual->integer : is_integer(type))
        return {Slot{.type = type, .index = points_.add<IndexColumn>(name).span().data(), .inexact = &inexact_[name]}};
    return {Slot{.type = type, .real = points_.add<ScalarColumn>(name).span().data()}};
}

std::vector<Slot> PointBuilder::position_slots(Number type) {
    std::vector<Slot> slots = vector_slots(points_.positions(), type);
    if (type != Number::float64) return slots;
    for (std::size_t c = 0; c < 3; ++c) {
        wide_positions_[c].resize(static_cast<std::size_t>(size()));
        slots[c].real = nullptr;
        slots[c].wide = wide_positions_[c].data();
    }
    return slots;
}

ParticleSet PointBuilder::finish(ReadNotes* notes) {
    if (!wide_positions_[0].empty()) place_wide_positions();
    check_positions();
    drop_inexact();
    if (notes) notes->insert(notes->end(), notes_.begin(), notes_.end());
    return std::move(points_);
}

ColumnTable PointBuilder::finish_table(ReadNotes* notes) {
    if (placed_) note(fmt::format("{}: the attribute 'P' of rows that are no points is skipped", source_));
    points_.remove("P");
    drop_inexact();
    if (notes) notes->insert(notes->end(), notes_.begin(), notes_.end());
    return std::move(static_cast<ColumnTable&>(points_));
}

void PointBuilder::place_wide_positions() {
    Vec3d low, high;
    for (int c = 0; c < 3; ++c) {
        const auto [least, most] = std::minmax_element(wide_positions_[c].begin(), wide_positions_[c].end());
        low[c] = *least, high[c] = *most;
    }
    if (needs_wide_positions(low, high)) points_.origin = low;
    for (int c = 0; c < 3; ++c) {
        Real* to = points_.positions().component(c).data();
        for (const double x : wide_positions_[c]) *to++ = static_cast<Real>(x - points_.origin[c]);
    }
}

void PointBuilder::check_positions() const {
    for (int c = 0; c < 3; ++c) {
        const auto values = points_.positions().component(c).span();
        const auto bad = std::find_if(values.begin(), values.end(), [](Real x) { return !std::isfinite(x); });
        if (bad != values.end())
            throw InputError(fmt::format("{}: the position of point {} is not finite", source_, bad - values.begin()));
    }
}

void PointBuilder::drop_inexact() {
    for (const auto& [name, inexact] : inexact_) {
        if (!inexact) continue;
        points_.remove(name);
        note(fmt::format("{}: the attribute '{}' is skipped: its values are not 32-bit whole numbers", source_, name));
    }
}

std::size_t record_size(const std::vector<Slot>& slots) {
    return std::accumulate(slots.begin(), slots.end(), std::size_t{0},
                           [](std::size_t sum, const Slot& slot) { return sum + size_of(slot.type); });
}

void read_records(std::string_view bytes, Index rows, const std::vector<Slot>& slots, std::endian order) {
    const char* at = bytes.data();
    for (Index row = 0; row < rows; ++row)
        for (const Slot& slot : slots) {
            slot.set(row, load(at, slot.type, order));
            at += size_of(slot.type);
        }
}

bool append_fan(std::vector<Vec3i>& triangles, const std::vector<std::int64_t>& corners, Index points) {
    const auto outside = [&](std::int64_t i) { return i < 0 || i >= points; };
    if (corners.size() < 3 || std::any_of(corners.begin(), corners.end(), outside)) return false;
    const auto corner = [&](std::size_t k) { return static_cast<Index>(corners[k]); };
    for (std::size_t k = 2; k < corners.size(); ++k) triangles.emplace_back(corner(0), corner(k - 1), corner(k));
    return true;
}

}  // namespace lamella
