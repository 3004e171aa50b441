#include <lamella/core/overloaded.hpp>
#include <lamella/io/usd/usda_text.hpp>

#include <fmt/format.h>

#include <cctype>

namespace lamella {

namespace {

template <class At>
std::string list(std::size_t count, At&& at) {
    std::string out = "[";
    for (std::size_t k = 0; k < count; ++k) {
        if (k > 0) out += ", ";
        at(out, k);
    }
    return out + "]";
}

// The first components of a vector, or a number.
template <class Value>
void append(std::string& out, const Value& value, int components) {
    if constexpr (requires { value[0]; }) {
        for (int c = 0; c < components; ++c)
            fmt::format_to(std::back_inserter(out), "{}{}", c == 0 ? "(" : ", ", value[c]);
        out += ')';
    } else {
        fmt::format_to(std::back_inserter(out), "{}", value);
    }
}

constexpr const char* kByVertex = " (\n        interpolation = \"vertex\"\n    )";

}  // namespace

std::string usda_values(const AnyColumn& column, int components) {
    return std::visit(
        [&](const auto& values) {
            return list(static_cast<std::size_t>(values.size()), [&](std::string& out, std::size_t k) {
                append(out, values.value(static_cast<Index>(k)), components);
            });
        },
        column);
}

std::string usda_extent(const TriangleMesh& mesh) {
    const Box3 box = mesh.positions.empty() ? Box3{Vec3::Zero(), Vec3::Zero()} : bounds(mesh);
    return list(2, [&](std::string& out, std::size_t k) { append(out, k == 0 ? box.min : box.max, 3); });
}

std::string usda_indices(const TriangleMesh& mesh) {
    return list(mesh.triangles.size(), [&](std::string& out, std::size_t k) {
        const Vec3i& t = mesh.triangles[k];
        fmt::format_to(std::back_inserter(out), "{}, {}, {}", t[0], t[1], t[2]);
    });
}

std::string usda_identifier(std::string name) {
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) > 127) c = '_';
    return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) ? "_" + name : name;
}

std::string usda_points(const TriangleMesh& mesh) {
    return list(mesh.positions.size(), [&](std::string& out, std::size_t k) { append(out, mesh.positions[k], 3); });
}

std::string usda_counts(const TriangleMesh& mesh) {
    return list(mesh.triangles.size(), [](std::string& out, std::size_t) { out += '3'; });
}

UsdaAttribute usda_attribute(const std::string& name, const AnyColumn& column) {
    const bool vector = std::holds_alternative<Vec3Column>(column);
    if (vector && name == "N") return {"normal3f[] normals", kByVertex, 3};
    if (vector && name == "v") return {"vector3f[] velocities", "", 3};
    if (vector && name == "Cd") return {"color3f[] primvars:displayColor", kByVertex, 3};
    if (vector && name == "uv") return {"texCoord2f[] primvars:st", kByVertex, 2};
    const auto plain = [&](const char* type, int components) {
        return UsdaAttribute{fmt::format("{}[] primvars:{}", type, usda_identifier(name)), kByVertex, components};
    };
    return std::visit(Overloaded{[&](const ScalarColumn&) { return plain("float", 1); },
                                 [&](const IndexColumn&) { return plain("int", 1); },
                                 [&](const Vec3Column&) { return plain("float3", 3); },
                                 [&](const Vec4Column&) { return plain("float4", 4); }},
                      column);
}

std::string usda_head(const std::string& prim, int first, int last, double frame_rate, const Provenance& provenance,
                      UpAxis up) {
    return fmt::format(
        "#usda 1.0\n(\n    defaultPrim = \"{}\"\n    doc = \"{}\"\n    endTimeCode = {}\n"
        "    framesPerSecond = {}\n    metersPerUnit = 1\n    startTimeCode = {}\n"
        "    timeCodesPerSecond = {}\n    upAxis = \"{}\"\n)\n\n",
        prim, provenance.line(), last, frame_rate, first, frame_rate, up == UpAxis::z ? "Z" : "Y");
}

}  // namespace lamella
