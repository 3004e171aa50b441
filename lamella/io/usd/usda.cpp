#include <lamella/core/error.hpp>
#include <lamella/io/usd/usda.hpp>
#include <lamella/io/usd/usda_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>

namespace lamella {

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
    sample(*at++, frame, usda_extent(mesh));
    sample(*at++, frame, usda_counts(mesh));
    sample(*at++, frame, usda_indices(mesh));
    sample(*at++, frame, usda_points(mesh));
    if (mesh.positions.empty()) {
        for (; at != parts_.end(); ++at) sample(*at, frame, "[]");
        return empty_frames_.push_back(frame);
    }
    for (const auto& [name, column] : mesh.attributes.columns()) {
        const UsdaAttribute how = usda_attribute(name, column);
        Part& attribute = part(name, how.declaration, how.metadata);
        sample(attribute, frame, usda_values(column, how.components));
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
    file.write(usda_head("surface", first_, last_, frame_rate_, provenance_, up_));
    file.write(
        "def Mesh \"surface\"\n{\n    uniform token orientation = \"rightHanded\"\n"
        "    uniform token subdivisionScheme = \"none\"\n");
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
