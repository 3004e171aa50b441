#include <lamella/core/error.hpp>
#include <lamella/io/obj.hpp>
#include <lamella/io/obj_check.hpp>
#include <lamella/io/records.hpp>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <numeric>
#include <sstream>

namespace lamella {

namespace {

struct Parsed {
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
};

// No material file is opened: the material reader is null.
Parsed parse(std::string_view text, const std::string& source) {
    if (text.find('\0') != text.npos)
        throw InputError(fmt::format("{}: byte {}: an OBJ is text", source, text.find('\0')));
    std::istringstream stream{checked_obj(text, source)};
    Parsed parsed;
    std::vector<tinyobj::material_t> materials;
    std::string warning, error;
    if (!tinyobj::LoadObj(&parsed.attributes, &parsed.shapes, &materials, &warning, &error, &stream, nullptr, false,
                          false))
        throw InputError(fmt::format("{}: {}", source, error.substr(0, error.find('\n'))));
    return parsed;
}

void copy_rows(const std::vector<tinyobj::real_t>& values, const std::vector<Slot>& slots, Index rows) {
    for (Index row = 0; row < rows; ++row)
        for (std::size_t c = 0; c < 3; ++c) slots[c].set(row, values[3 * static_cast<std::size_t>(row) + c]);
}

std::vector<Vec3i> read_faces(const Parsed& parsed, Index vertices, const std::string& source) {
    std::vector<Vec3i> triangles;
    std::vector<std::int64_t> corners;
    for (const auto& shape : parsed.shapes) {
        const auto& counts = shape.mesh.num_face_vertices;
        if (std::accumulate(counts.begin(), counts.end(), std::size_t{0}) != shape.mesh.indices.size())
            throw InputError(source + ": a polygon has more than 255 corners");  // tinyobjloader counts in a byte
        auto corner = shape.mesh.indices.begin();
        for (const std::size_t count : counts) {
            corners.clear();
            for (std::size_t k = 0; k < count; ++k) corners.push_back((corner++)->vertex_index);
            if (!append_fan(triangles, corners, vertices))
                throw InputError(
                    fmt::format("{}: a face after {} triangles names vertices outside 1 to {}, or fewer than three",
                                source, triangles.size(), vertices));
        }
    }
    return triangles;
}

// The number that each vertex has of `count` normals or texture coordinates; empty when a corner has none or a vertex
// has several.
std::vector<int> number_of_vertex(const Parsed& parsed, Index vertices, int tinyobj::index_t::*which, int count) {
    std::vector<int> numbers(static_cast<std::size_t>(vertices), -1);
    for (const auto& shape : parsed.shapes)
        for (const auto& corner : shape.mesh.indices) {
            int& known = numbers[static_cast<std::size_t>(corner.vertex_index)];
            const int number = corner.*which;
            if (number < 0 || number >= count || (known >= 0 && known != number)) return {};
            known = number;
        }
    return numbers;
}

// A column of three components from rows of fewer or as many, which corners name.
void read_by_corner(const Parsed& parsed, const std::vector<tinyobj::real_t>& values, std::size_t components,
                    int tinyobj::index_t::*which, const char* column, const char* what, PointBuilder& builder,
                    const std::string& source) {
    if (values.empty()) return;
    const auto count = static_cast<int>(values.size() / components);
    const std::vector<int> numbers = number_of_vertex(parsed, builder.size(), which, count);
    if (numbers.empty() && builder.size() > 0)
        return builder.note(fmt::format("{}: the {} are skipped: they are not one for each vertex", source, what));
    const auto slots = builder.add(column, 3, Number::float32);
    for (Index row = 0; row < builder.size(); ++row)
        if (const int n = numbers[static_cast<std::size_t>(row)]; n >= 0)
            for (std::size_t c = 0; c < components; ++c)
                slots[c].set(row, values[components * static_cast<std::size_t>(n) + c]);
}

}  // namespace

Geometry read_obj(std::string_view text, const std::string& source, ReadNotes* notes) {
    const Parsed parsed = parse(text, source);
    PointBuilder builder(parsed.attributes.vertices.size() / 3, source);
    copy_rows(parsed.attributes.vertices, builder.add("P", 3, Number::float32), builder.size());
    if (!parsed.attributes.colors.empty() && parsed.attributes.colors.size() == parsed.attributes.vertices.size())
        copy_rows(parsed.attributes.colors, builder.add("Cd", 3, Number::float32), builder.size());
    Geometry geometry;
    geometry.triangles = read_faces(parsed, builder.size(), source);
    read_by_corner(parsed, parsed.attributes.normals, 3, &tinyobj::index_t::normal_index, "N", "normals", builder,
                   source);
    read_by_corner(parsed, parsed.attributes.texcoords, 2, &tinyobj::index_t::texcoord_index, "uv",
                   "texture coordinates", builder, source);
    geometry.points = builder.finish(notes);
    return geometry;
}

namespace {

void append_vectors(std::string& out, std::string_view key, Index rows, const std::vector<Field>& fields) {
    for (Index row = 0; row < rows; ++row) {
        out += key;
        for (const Field& f : fields)
            if (f.type == Number::float64)
                fmt::format_to(std::back_inserter(out), " {}", f.value(row));
            else
                fmt::format_to(std::back_inserter(out), " {}", static_cast<float>(f.value(row)));
        out += '\n';
    }
}

}  // namespace

// Colours stand behind the positions, as most programs read them.
std::string write_obj(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    const auto fields = [&](const char* name) {
        return points.find<Vec3Column>(name) ? fields_of(points.columns().find(name)->second) : std::vector<Field>();
    };
    std::string out = fmt::format("# {}\n", provenance.line());
    std::vector<Field> vertex = position_fields(points), texture = fields("uv");
    const std::vector<Field> colour = fields("Cd"), normal = fields("N");
    vertex.insert(vertex.end(), colour.begin(), colour.end());
    append_vectors(out, "v", points.size(), vertex);
    if (!texture.empty()) append_vectors(out, "vt", points.size(), {texture[0], texture[1]});
    if (!normal.empty()) append_vectors(out, "vn", points.size(), normal);
    for (const Vec3i& t : triangles) {
        out += 'f';
        for (const Index i : t) {
            fmt::format_to(std::back_inserter(out), " {}", i + 1);
            if (!texture.empty() || !normal.empty()) out += '/';
            if (!texture.empty()) fmt::format_to(std::back_inserter(out), "{}", i + 1);
            if (!normal.empty()) fmt::format_to(std::back_inserter(out), "/{}", i + 1);
        }
        out += '\n';
    }
    return out;
}

}  // namespace lamella
