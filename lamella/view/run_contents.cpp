#include <lamella/cache/run_folder.hpp>
#include <lamella/geometry/shapes/half_space_mesh.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/scene/parameter_walk.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/scene_shapes.hpp>
#include <lamella/view/run_contents.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace lamella {

namespace {

using Json = nlohmann::ordered_json;

bool is_outside(const Shape& shape, const Scene& scene) {
    const auto* plane = std::get_if<HalfSpaceShape>(&shape);
    return plane && half_space_in_box(*plane, {scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()}).empty();
}

// What surrounds the liquid would hide it, of what bends there are meshes in the frames, and nothing is seen of a
// ground that the domain stands on.
std::vector<std::string> drawn_obstacles(const Scene& scene, const RunRecord& record) {
    const std::vector<PartRecord> meshes = record.parts(Stage::simulate, PartKind::mesh);
    std::vector<std::string> names;
    for (const Obstacle& obstacle : solids_of(scene))
        if (!obstacle.inverted && !is_outside(obstacle.shape, scene) &&
            std::ranges::find(meshes, obstacle.name, &PartRecord::name) == meshes.end())
            names.push_back(obstacle.name);
    return names;
}

// The page draws no volumes and no pictures.
template <class Visit>
void for_each_part(const RunRecord& record, const Visit& visit) {
    for (const Stage stage : kStages)
        if (const StageRecord* found = record.find(stage))
            for (const PartRecord& part : found->parts)
                if (part.kind != PartKind::level_set && part.kind != PartKind::picture) visit(stage, part);
}

std::vector<std::string> ledger_files(const RunFolder& folder) {
    std::vector<std::string> files;
    for (const Stage stage : kStages)
        if (const auto ledger = folder.ledger(stage_name(stage)); std::filesystem::is_regular_file(ledger))
            files.push_back(ledger.filename().string());
    return files;
}

std::vector<std::string> probes_of(const Scene& scene, const RunFolder& folder) {
    std::vector<std::string> names;
    for (const NamedProbe& probe : scene.output.probes)
        if (std::filesystem::is_regular_file(folder.probe(probe.name))) names.push_back(probe.name);
    return names;
}

std::string address_in(const RunFolder& folder, const std::filesystem::path& file) {
    return file.lexically_relative(folder.root()).generic_string();
}

std::string probe_address(const RunFolder& folder, const std::string& name) {
    return address_in(folder, folder.probe(name));
}

// The pictures of materials that lie in the run folder, by the names that the scene gives them.
std::map<std::string, std::string> textures_of(const Scene& scene, const RunFolder& folder) {
    std::map<std::string, std::string> textures;
    if (!scene.render) return textures;
    walk::for_each_file(scene.render->materials, [&](const InputFile& file) {
        if (const auto copy = folder.kept_file(file.name); std::filesystem::is_regular_file(copy))
            textures[file.name] = address_in(folder, copy);
    });
    return textures;
}

bool finished(const RunRecord& record) {
    return std::ranges::all_of(record.stages, [](const auto& stage) { return stage.second.done; });
}

}  // namespace

std::string contents_json(const std::filesystem::path& run) {
    const RunFolder folder(run);
    const RunRecord record = folder.read_record();
    Json sequences = Json::array();
    for_each_part(record, [&](Stage stage, const PartRecord& part) {
        sequences.push_back({{"stage", stage_name(stage)},
                             {"kind", kind_name(part.kind)},
                             {"name", part.name},
                             {"pattern", part.pattern},
                             {"frames", folder.frames({part})}});
    });
    const Scene scene = *scene_of_run(run, {}).scene;
    Json json{{"version", record.version},       {"git_hash", record.git_hash},
              {"finished", finished(record)},    {"sequences", sequences},
              {"ledgers", ledger_files(folder)}, {"obstacles", drawn_obstacles(scene, record)}};
    for (const std::string& name : probes_of(scene, folder))
        json["probes"].push_back({{"name", name}, {"file", probe_address(folder, name)}});
    for (const auto& [name, file] : textures_of(scene, folder))
        json["textures"].push_back({{"name", name}, {"file", file}});
    return json.dump() + "\n";
}

std::string border_address(const std::string& file) { return fmt::format("{}{}.ply", kBorders, file); }

std::vector<std::string> viewed_files(const std::filesystem::path& run) {
    const RunFolder folder(run);
    std::vector<std::string> files{"contents.json", "scene.json"};
    for (const std::string& file : ledger_files(folder)) files.push_back(file);
    const Scene scene = *scene_of_run(run, {}).scene;
    for (const std::string& name : drawn_obstacles(scene, folder.read_record()))
        files.push_back("obstacles/" + name + ".ply");
    for (const std::string& name : probes_of(scene, folder)) files.push_back(probe_address(folder, name));
    for (const auto& [name, file] : textures_of(scene, folder)) files.push_back(file);
    for_each_part(folder.read_record(), [&](Stage, const PartRecord& part) {
        const bool border = part.kind == PartKind::tetrahedra;
        for (const int frame : folder.frames({part}))
            files.push_back(border ? border_address(file_of_frame(part, frame)) : file_of_frame(part, frame));
    });
    return files;
}

std::string obstacle_ply(const std::filesystem::path& run, std::string_view name) {
    const LoadedScene loaded = scene_of_run(run, {});
    const Scene& scene = *loaded.scene;
    for (const Obstacle& obstacle : solids_of(scene)) {
        if (obstacle.name != name) continue;
        const TriangleMesh mesh = drawn_mesh(obstacle.shape, scene, *loaded.assets);
        return mesh.empty() ? std::string() : write_ply(vertices_of(mesh), mesh.triangles, {});
    }
    return {};
}

}  // namespace lamella
