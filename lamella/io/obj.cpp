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

// The number of the normal of each vertex; empty when a corner has none or a vertex has several.
std::vector<int> normal_of_vertex(const Parsed& parsed, Index vertices) {
    std::vector<int> normal(static_cast<std::size_t>(vertices), -1);
    const auto normals = static_cast<int>(parsed.attributes.normals.size() / 3);
    for (const auto& shape : parsed.shapes)
        for (const auto& corner : shape.mesh.indices) {
            int& known = normal[static_cast<std::size_t>(corner.vertex_index)];
            if (corner.normal_index < 0 || corner.normal_index >= normals) return {};
            if (known >= 0 && known != corner.normal_index) return {};
            known = corner.normal_index;
        }
    return normal;
}

void read_normals(const Parsed& parsed, PointBuilder& builder, const std::string& source) {
    if (parsed.attributes.normals.empty()) return;
    const std::vector<int> normal = normal_of_vertex(parsed, builder.size());
    if (normal.empty() && builder.size() > 0)
        return builder.note(source + ": the normals are skipped: they are not one for each vertex");
    const auto slots = builder.add("N", 3, Number::float32);
    for (Index row = 0; row < builder.size(); ++row)
        if (const int n = normal[static_cast<std::size_t>(row)]; n >= 0)
            for (std::size_t c = 0; c < 3; ++c)
                slots[c].set(row, parsed.attributes.normals[3 * static_cast<std::size_t>(n) + c]);
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
    read_normals(parsed, builder, source);
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

std::string write_obj(const ParticleSet& points, std::span<const Vec3i> triangles, const Provenance& provenance) {
    std::string out = fmt::format("# {}\n", provenance.line());
    append_vectors(out, "v", points.size(), position_fields(points));
    const bool normals = points.find<Vec3Column>("N") != nullptr;
    if (normals) append_vectors(out, "vn", points.size(), fields_of(points.columns().find("N")->second));
    for (const Vec3i& t : triangles) {
        out += 'f';
        for (const Index i : t)
            if (normals)
                fmt::format_to(std::back_inserter(out), " {}//{}", i + 1, i + 1);
            else
                fmt::format_to(std::back_inserter(out), " {}", i + 1);
        out += '\n';
    }
    return out;
}

}  // namespace lamella
