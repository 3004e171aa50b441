#include <lamella/core/error.hpp>
#include <lamella/io/usda.hpp>

#include <fmt/format.h>

#include <fstream>
#include <string_view>

namespace lamella {

namespace {

constexpr std::string_view kNames[] = {"float3[] extent",  "int[] faceVertexCounts", "int[] faceVertexIndices",
                                       "point3f[] points", "normal3f[] normals",     "vector3f[] velocities"};

template <class At>
std::string list(std::size_t count, At&& at) {
    std::string out = "[";
    for (std::size_t k = 0; k < count; ++k) {
        if (k > 0) out += ", ";
        at(out, k);
    }
    return out + "]";
}

void append_vector(std::string& out, const Vec3& v) {
    fmt::format_to(std::back_inserter(out), "({}, {}, {})", v.x(), v.y(), v.z());
}

std::string vectors(const Vec3Column& column) {
    return list(static_cast<std::size_t>(column.size()),
                [&](std::string& out, std::size_t k) { append_vector(out, column[static_cast<Index>(k)]); });
}

std::string extent(const TriangleMesh& mesh) {
    const Box3 box = mesh.positions.empty() ? Box3{Vec3::Zero(), Vec3::Zero()} : bounds(mesh);
    return list(2, [&](std::string& out, std::size_t k) { append_vector(out, k == 0 ? box.min : box.max); });
}

std::string indices(const TriangleMesh& mesh) {
    return list(mesh.triangles.size(), [&](std::string& out, std::size_t k) {
        const Vec3i& t = mesh.triangles[k];
        fmt::format_to(std::back_inserter(out), "{}, {}, {}", t[0], t[1], t[2]);
    });
}

}  // namespace

UsdaWriter::UsdaWriter(std::filesystem::path path, double frame_rate, Provenance provenance)
    : path_(std::move(path)), frame_rate_(frame_rate), provenance_(std::move(provenance)) {
    for (std::size_t part = 0; part < parts_.size(); ++part)
        parts_[part] = std::make_unique<AtomicFile>(fmt::format("{}.{}", path_.string(), part));
}

void UsdaWriter::sample(Part part, int frame, const std::string& values) {
    parts_[part]->write(fmt::format("        {}: ", frame));
    parts_[part]->write(values);
    parts_[part]->write(",\n");
    used_[part] = true;
}

void UsdaWriter::add(int frame, const TriangleMesh& mesh) {
    if (frames_ > 0 && frame <= last_)
        throw RunError(fmt::format("{}: frame {} comes after frame {}", path_.string(), frame, last_));
    if (frames_++ == 0) first_ = frame;
    last_ = frame;
    const auto* normals = mesh.attributes.find<Vec3Column>("N");
    const auto* velocities = mesh.attributes.find<Vec3Column>("v");
    sample(kExtent, frame, extent(mesh));
    sample(kCounts, frame, list(mesh.triangles.size(), [](std::string& out, std::size_t) { out += '3'; }));
    sample(kIndices, frame, indices(mesh));
    sample(kPoints, frame, list(mesh.positions.size(), [&](std::string& out, std::size_t k) {
               append_vector(out, mesh.positions[k]);
           }));
    if (normals) sample(kNormals, frame, vectors(*normals));
    if (velocities) sample(kVelocities, frame, vectors(*velocities));
}

void UsdaWriter::finish() {
    AtomicFile file(path_);
    file.write(
        fmt::format("#usda 1.0\n(\n    defaultPrim = \"surface\"\n    doc = \"{}\"\n    endTimeCode = {}\n"
                    "    framesPerSecond = {}\n    metersPerUnit = 1\n    startTimeCode = {}\n"
                    "    timeCodesPerSecond = {}\n    upAxis = \"Y\"\n)\n\ndef Mesh \"surface\"\n{{\n"
                    "    uniform token orientation = \"rightHanded\"\n    uniform token subdivisionScheme = \"none\"\n",
                    provenance_.line(), last_, frame_rate_, first_, frame_rate_));
    std::string buffer(std::size_t{1} << 20, '\0');
    for (int part = 0; part < kParts; ++part) {
        const auto k = static_cast<std::size_t>(part);
        if (!used_[k]) continue;
        parts_[k]->flush();
        if (part == kNormals) file.write("    normal3f[] normals (\n        interpolation = \"vertex\"\n    )\n");
        file.write(fmt::format("    {}.timeSamples = {{\n", kNames[k]));
        std::ifstream samples(parts_[k]->temporary_path(), std::ios::binary);
        while (samples.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || samples.gcount() > 0)
            file.write(std::string_view(buffer.data(), static_cast<std::size_t>(samples.gcount())));
        file.write("    }\n");
    }
    file.write("}\n");
    file.commit();
}

}  // namespace lamella
