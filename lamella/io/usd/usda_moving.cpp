#include <lamella/core/atomic_file.hpp>
#include <lamella/io/usd/usda_moving.hpp>
#include <lamella/io/usd/usda_text.hpp>

#include <fmt/format.h>

#include <set>

namespace lamella {
namespace {

// Names that differ only in what USD does not allow get numbers.
std::string new_identifier(const std::string& name, std::set<std::string>& taken) {
    const std::string wanted = usda_identifier(name);
    std::string free = wanted;
    for (int k = 2; !taken.insert(free).second; ++k) free = fmt::format("{}_{}", wanted, k);
    return free;
}

template <class Value>
void write_samples(AtomicFile& file, const char* declaration, const std::vector<int>& frames, const Value& value) {
    file.write(fmt::format("        {}.timeSamples = {{\n", declaration));
    for (std::size_t k = 0; k < frames.size(); ++k)
        file.write(fmt::format("            {}: {},\n", frames[k], value(k)));
    file.write("        }\n");
}

void write_mesh(AtomicFile& file, const TriangleMesh& mesh) {
    const auto attribute = [&](const std::string& declaration, const std::string& values, const std::string& metadata) {
        file.write(fmt::format("        {} = ", declaration));
        file.write(values);
        file.write(metadata + "\n");
    };
    attribute("float3[] extent", usda_extent(mesh), "");
    attribute("int[] faceVertexCounts", usda_counts(mesh), "");
    attribute("int[] faceVertexIndices", usda_indices(mesh), "");
    attribute("point3f[] points", usda_points(mesh), "");
    for (const auto& [name, column] : mesh.attributes.columns()) {
        const UsdaAttribute how = usda_attribute(name, column);
        attribute(how.declaration, usda_values(column, how.components), how.metadata);
    }
}

void write_body(AtomicFile& file, const PivotedMesh& body, const std::vector<int>& frames,
                std::set<std::string>& taken) {
    file.write(fmt::format("    def Mesh \"{}\"\n    {{\n", new_identifier(body.name, taken)));
    file.write(
        "        uniform token orientation = \"rightHanded\"\n"
        "        uniform token subdivisionScheme = \"none\"\n");
    write_mesh(file, body.mesh);
    write_samples(file, "double3 xformOp:translate", frames, [&](std::size_t k) {
        const Vec3d& t = body.translations[k];
        return fmt::format("({}, {}, {})", t.x(), t.y(), t.z());
    });
    write_samples(file, "quatf xformOp:orient", frames, [&](std::size_t k) {
        const auto& [x, y, z, w] = body.orients[k];
        const auto real = [](double number) { return static_cast<float>(number); };
        return fmt::format("({}, {}, {}, {})", real(w), real(x), real(y), real(z));
    });
    file.write("        uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]\n    }\n");
}

}  // namespace

void write_usda_moving(const std::filesystem::path& path, const MovingMeshes& bodies, const Provenance& provenance,
                       UpAxis up) {
    AtomicFile file(path);
    const int first = bodies.frames.empty() ? 1 : bodies.frames.front();
    const int last = bodies.frames.empty() ? 1 : bodies.frames.back();
    file.write(usda_head("bodies", first, last, bodies.frame_rate, provenance, up));
    file.write("def Xform \"bodies\"\n{\n");
    std::set<std::string> taken;
    for (const MovingMesh& body : bodies.meshes) write_body(file, pivoted(body, up), bodies.frames, taken);
    file.write("}\n");
    file.commit();
}

}  // namespace lamella
