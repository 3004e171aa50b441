#include <lamella/core/error.hpp>
#include <lamella/io/named_scalars.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <array>

namespace lamella {

namespace {

struct Triple {
    std::string_view column;
    std::array<std::string_view, 3> names;
};
constexpr Triple kTriples[] = {{"P", {"x", "y", "z"}},
                               {"v", {"vx", "vy", "vz"}},
                               {"N", {"nx", "ny", "nz"}},
                               {"Cd", {"red", "green", "blue"}},
                               {"Cd", {"r", "g", "b"}}};
constexpr std::string_view kAxes = "xyzw", kDigits = "0123";

struct Part {
    std::string column;
    std::size_t component = 0;
    bool scalar = true;
};

std::string_view without_unit(std::string_view name) {
    const std::size_t bracket = name.find('[');
    if (bracket != std::string_view::npos && bracket > 0) name = name.substr(0, bracket);
    while (name.ends_with(' ')) name.remove_suffix(1);
    return name;
}

std::string column_name(std::string_view base) {
    for (const std::string_view alias : {"p", "pos", "points", "position", "coordinates"})
        if (lower_case(base) == alias) return "P";
    return usual_name(base);
}

// "vx" is component 0 of v, "Vel.y [m/s]" component 1 of v, "orient_w" component 3 of orient.
Part split(std::string_view full_name) {
    const std::string_view name = without_unit(full_name);
    for (const Triple& triple : kTriples)
        for (std::size_t c = 0; c < 3; ++c)
            if (lower_case(name) == triple.names[c]) return {std::string(triple.column), c, false};
    if (name.size() < 3) return {std::string(name)};
    const char mark = name[name.size() - 2], last = lower_case(name.substr(name.size() - 1))[0];
    const std::string_view letters = mark == ':' ? kDigits : kAxes;
    if ((mark != ':' && mark != '.' && mark != '_') || letters.find(last) == letters.npos) return {std::string(name)};
    return {column_name(name.substr(0, name.size() - 2)), letters.find(last), false};
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
using Group = std::array<std::size_t, 4>;  // the scalars that make up a vector

std::size_t components_of(const Group& group) {
    std::size_t count = 0;
    while (count < 4 && group[count] != kNone) ++count;
    for (std::size_t c = count; c < 4; ++c)
        if (group[c] != kNone) return 0;
    return count >= 3 ? count : 0;
}

double colour_scale(Number type) {
    return type == Number::uint8 ? 1.0 / 255 : type == Number::uint16 ? 1.0 / 65535 : 1.0;
}

void add_vector(PointBuilder& builder, const std::string& column, const Group& group,
                const std::vector<NamedScalar>& scalars, std::vector<Slot>& slots) {
    const std::size_t components = components_of(group);
    Number type = scalars[group[0]].type;
    for (std::size_t c = 0; c < components; ++c)
        if (scalars[group[c]].type == Number::float64) type = Number::float64;
    const auto vector = builder.add(column, static_cast<int>(components), type);
    for (std::size_t c = 0; c < components; ++c) {
        Slot& slot = slots[group[c]] = vector[c];
        slot.type = scalars[group[c]].type;
        if (column == "Cd") slot.scale = colour_scale(slot.type);
    }
}

}  // namespace

std::vector<Slot> add_named_scalars(PointBuilder& builder, const std::vector<NamedScalar>& scalars,
                                    const std::string& source) {
    std::map<std::string, Group> groups;
    for (std::size_t k = 0; k < scalars.size(); ++k) {
        const Part part = split(scalars[k].name);
        if (part.scalar) continue;
        Group& group = groups.try_emplace(part.column, Group{kNone, kNone, kNone, kNone}).first->second;
        if (group[part.component] == kNone) group[part.component] = k;
    }
    if (!groups.contains("P") || components_of(groups["P"]) != 3)
        throw InputError(fmt::format("{}: there are no positions (x, y, z)", source));

    std::vector<Slot> slots(scalars.size());
    std::vector<bool> done(scalars.size(), false);
    for (const auto& [column, group] : groups)
        if (components_of(group) > 0) {
            add_vector(builder, column, group, scalars, slots);
            for (std::size_t c = 0; c < components_of(group); ++c) done[group[c]] = true;
        }
    for (std::size_t k = 0; k < scalars.size(); ++k)
        if (!done[k]) slots[k] = builder.add(without_unit(scalars[k].name), 1, scalars[k].type)[0];
    return slots;
}

std::vector<std::string> component_names(const std::string& column, std::size_t components) {
    if (components == 1) return {column};
    for (const Triple& triple : kTriples)
        if (triple.column == column && components == 3) return {triple.names.begin(), triple.names.end()};
    std::vector<std::string> names;
    for (std::size_t c = 0; c < components; ++c) names.push_back(fmt::format("{}_{}", column, kAxes[c]));
    return names;
}

}  // namespace lamella
