#include <lamella/io/gltf/gltf.hpp>
#include <lamella/io/gltf/gltf_model.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

namespace {

void set_rows(const std::vector<Slot>& slots, Index first, const std::vector<Vec3>& values) {
    for (std::size_t k = 0; k < values.size(); ++k)
        for (int c = 0; c < 3; ++c) slots[static_cast<std::size_t>(c)].set(first + static_cast<Index>(k), values[k][c]);
}

void note_what_is_left_out(const GltfParts& model, const std::string& source, PointBuilder& builder) {
    if (model.skinned) builder.note(source + ": the skin is not applied: the mesh is in its rest pose");
    if (model.skipped > 0)
        builder.note(fmt::format("{}: {} primitives that are no triangles are skipped", source, model.skipped));
}

// Attributes that every part has, in the same number of components; the others are noted.
void read_columns(const GltfParts& model, const std::string& source, PointBuilder& builder) {
    std::map<std::string, std::size_t> found;
    for (const GltfPart& part : model.parts)
        for (const auto& [name, column] : part.columns) found.emplace(name, column.components);
    for (const auto& [name, components] : found) {
        const auto has_it = [&, n = components, key = name](const GltfPart& part) {
            const auto at = part.columns.find(key);
            return at != part.columns.end() && at->second.components == n;
        };
        if (!std::ranges::all_of(model.parts, has_it)) {
            builder.note(fmt::format("{}: the attribute '{}' is skipped: not every part has it", source, name));
            continue;
        }
        const auto slots = builder.add(name, static_cast<int>(components), Number::float32);
        Index row = 0;
        for (const GltfPart& part : model.parts) {
            const std::vector<double>& values = part.columns.at(name).values;
            for (std::size_t k = 0; k < values.size(); k += components, ++row)
                for (std::size_t c = 0; c < components; ++c) slots[c].set(row, values[k + c]);
        }
    }
}

}  // namespace

Geometry read_gltf(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    const GltfParts model = load_gltf(bytes, source);
    std::uint64_t vertices = 0;
    for (const GltfPart& part : model.parts) vertices += part.positions.size();
    PointBuilder builder(vertices, source);
    note_what_is_left_out(model, source, builder);
    const bool normals = !model.parts.empty() && std::none_of(model.parts.begin(), model.parts.end(),
                                                              [](const GltfPart& p) { return p.normals.empty(); });
    const auto position_slots = builder.add("P", 3, Number::float32);
    const auto normal_slots = normals ? builder.add("N", 3, Number::float32) : std::vector<Slot>(3);
    Geometry geometry;
    Index first = 0;
    for (const GltfPart& part : model.parts) {
        set_rows(position_slots, first, part.positions);
        if (normals) set_rows(normal_slots, first, part.normals);
        for (const Vec3i& t : part.triangles) geometry.triangles.emplace_back(t.array() + first);
        first += static_cast<Index>(part.positions.size());
    }
    read_columns(model, source, builder);
    geometry.points = builder.finish(notes);
    return geometry;
}

}  // namespace lamella
