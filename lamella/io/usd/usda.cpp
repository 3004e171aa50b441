#include <lamella/core/error.hpp>
#include <lamella/core/overloaded.hpp>
#include <lamella/io/usda.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>

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

std::string values_of(const AnyColumn& column, int components) {
    return std::visit(
        [&](const auto& values) {
            return list(static_cast<std::size_t>(values.size()), [&](std::string& out, std::size_t k) {
                append(out, values.value(static_cast<Index>(k)), components);
            });
        },
        column);
}

std::string extent(const TriangleMesh& mesh) {
    const Box3 box = mesh.positions.empty() ? Box3{Vec3::Zero(), Vec3::Zero()} : bounds(mesh);
    return list(2, [&](std::string& out, std::size_t k) { append(out, k == 0 ? box.min : box.max, 3); });
}

std::string indices(const TriangleMesh& mesh) {
    return list(mesh.triangles.size(), [&](std::string& out, std::size_t k) {
        const Vec3i& t = mesh.triangles[k];
        fmt::format_to(std::back_inserter(out), "{}, {}, {}", t[0], t[1], t[2]);
    });
}

std::string identifier(std::string name) {
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) > 127) c = '_';
    return std::isdigit(static_cast<unsigned char>(name.front())) ? "_" + name : name;
}

constexpr const char* kByVertex = " (\n        interpolation = \"vertex\"\n    )";

// How a column of the vertices is declared.
struct Declared {
    std::string text;
    std::string metadata;
    int components;
};
Declared declared(const std::string& name, const AnyColumn& column) {
    const bool vector = std::holds_alternative<Vec3Column>(column);
    if (vector && name == "N") return {"normal3f[] normals", kByVertex, 3};
    if (vector && name == "v") return {"vector3f[] velocities", "", 3};
    if (vector && name == "Cd") return {"color3f[] primvars:displayColor", kByVertex, 3};
    if (vector && name == "uv") return {"texCoord2f[] primvars:st", kByVertex, 2};
    const auto plain = [&](const char* type, int components) {
        return Declared{fmt::format("{}[] primvars:{}", type, identifier(name)), kByVertex, components};
    };
    return std::visit(Overloaded{[&](const ScalarColumn&) { return plain("float", 1); },
                                 [&](const IndexColumn&) { return plain("int", 1); },
                                 [&](const Vec3Column&) { return plain("float3", 3); },
                                 [&](const Vec4Column&) { return plain("float4", 4); }},
                      column);
}

}  // namespace

UsdaWriter::UsdaWriter(std::filesystem::path path, double frame_rate, Provenance provenance, UpAxis up)
    : path_(std::move(path)), frame_rate_(frame_rate), provenance_(std::move(provenance)), up_(up) {
    for (const char* declaration :
         {"float3[] extent", "int[] faceVertexCounts", "int[] faceVertexIndices", "point3f[] points"})
        part("", declaration);
}

// Frames without vertices have every attribute, also one that comes later.
UsdaWriter::Part& UsdaWriter::part(const std::string& column, const std::string& declaration,
                                   const std::string& metadata) {
    const auto known = std::ranges::find(parts_, declaration, &Part::declaration);
    if (known != parts_.end()) return *known;
    auto file = std::make_unique<AtomicFile>(fmt::format("{}.{}", path_.string(), parts_.size()));
    parts_.push_back({column, declaration, metadata, std::move(file)});
    Part& made = parts_.back();
    for (const int frame : empty_frames_) sample(made, frame, "[]");
    return made;
}

void UsdaWriter::sample(Part& part, int frame, const std::string& values) {
    part.file->write(fmt::format("        {}: ", frame));
    part.file->write(values);
    part.file->write(",\n");
}

void UsdaWriter::add(int frame, const TriangleMesh& mesh) {
    if (frames_ > 0 && frame <= last_)
        throw RunError(fmt::format("{}: frame {} comes after frame {}", path_.string(), frame, last_));
    if (frames_++ == 0) first_ = frame;
    last_ = frame;
    auto at = parts_.begin();
    sample(*at++, frame, extent(mesh));
    sample(*at++, frame, list(mesh.triangles.size(), [](std::string& out, std::size_t) { out += '3'; }));
    sample(*at++, frame, indices(mesh));
    sample(*at++, frame,
           list(mesh.positions.size(), [&](std::string& out, std::size_t k) { append(out, mesh.positions[k], 3); }));
    if (mesh.positions.empty()) {
        for (; at != parts_.end(); ++at) sample(*at, frame, "[]");
        return empty_frames_.push_back(frame);
    }
    for (const auto& [name, column] : mesh.attributes.columns()) {
        const Declared how = declared(name, column);
        Part& attribute = part(name, how.text, how.metadata);
        sample(attribute, frame, values_of(column, how.components));
        ++attribute.meshes;
    }
}

void UsdaWriter::copy_samples(Part& part, AtomicFile& file) const {
    std::string buffer(std::size_t{1} << 20, '\0');
    part.file->flush();
    if (!part.metadata.empty()) file.write(fmt::format("    {}{}\n", part.declaration, part.metadata));
    file.write(fmt::format("    {}.timeSamples = {{\n", part.declaration));
    std::ifstream samples(part.file->temporary_path(), std::ios::binary);
    while (samples.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || samples.gcount() > 0)
        file.write(std::string_view(buffer.data(), static_cast<std::size_t>(samples.gcount())));
    file.write("    }\n");
}

std::vector<std::string> UsdaWriter::finish() {
    AtomicFile file(path_);
    file.write(
        fmt::format("#usda 1.0\n(\n    defaultPrim = \"surface\"\n    doc = \"{}\"\n    endTimeCode = {}\n"
                    "    framesPerSecond = {}\n    metersPerUnit = 1\n    startTimeCode = {}\n"
                    "    timeCodesPerSecond = {}\n    upAxis = \"{}\"\n)\n\ndef Mesh \"surface\"\n{{\n"
                    "    uniform token orientation = \"rightHanded\"\n    uniform token subdivisionScheme = \"none\"\n",
                    provenance_.line(), last_, frame_rate_, first_, frame_rate_, up_ == UpAxis::z ? "Z" : "Y"));
    const int meshes = frames_ - static_cast<int>(empty_frames_.size());
    std::vector<std::string> left_out;
    for (Part& part : parts_)
        if (part.column.empty() || part.meshes == meshes)
            copy_samples(part, file);
        else
            left_out.push_back(part.column);
    file.write("}\n");
    file.commit();
    return left_out;
}

}  // namespace lamella
