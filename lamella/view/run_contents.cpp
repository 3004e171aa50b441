#include <lamella/cache/run_folder.hpp>
#include <lamella/io/mesh_file.hpp>
#include <lamella/io/ply.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/pipeline/shape_field.hpp>
#include <lamella/view/run_contents.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace lamella {

namespace {

using Json = nlohmann::ordered_json;

// The stages whose files the page draws.
constexpr std::array kDrawnStages{"simulate", "surface"};

// Half spaces have no end, and what surrounds the liquid would hide it.
std::vector<std::string> drawn_obstacles(const Scene& scene) {
    std::vector<std::string> names;
    for (const Obstacle& obstacle : scene.obstacles)
        if (!obstacle.inverted && !std::holds_alternative<HalfSpaceShape>(obstacle.shape))
            names.push_back(obstacle.name);
    return names;
}

// The page draws no volumes.
template <class Visit>
void for_each_pattern(const RunRecord& record, const Visit& visit) {
    for (const char* name : kDrawnStages)
        if (const auto stage = record.stages.find(name); stage != record.stages.end())
            for (const std::string& pattern : stage->second.patterns)
                if (!pattern.ends_with(".vdb")) visit(pattern);
}

std::vector<std::string> ledger_files(const RunFolder& folder) {
    std::vector<std::string> files;
    for (const char* stage : {"simulate", "surface", "render"})
        if (std::filesystem::is_regular_file(folder.ledger(stage)))
            files.push_back(folder.ledger(stage).filename().string());
    return files;
}

bool finished(const RunRecord& record) {
    return std::ranges::all_of(record.stages, [](const auto& stage) { return stage.second.done; });
}

}  // namespace

std::string contents_json(const std::filesystem::path& run) {
    const RunFolder folder(run);
    const RunRecord record = folder.read_record();
    Json sequences = Json::array();
    for_each_pattern(record, [&](const std::string& pattern) {
        sequences.push_back({{"pattern", pattern}, {"frames", folder.frames({pattern})}});
    });
    const Json json{{"version", record.version},       {"git_hash", record.git_hash},
                    {"finished", finished(record)},    {"sequences", sequences},
                    {"ledgers", ledger_files(folder)}, {"obstacles", drawn_obstacles(scene_of_run(run, {}).scene)}};
    return json.dump() + "\n";
}

std::vector<std::string> viewed_files(const std::filesystem::path& run) {
    const RunFolder folder(run);
    std::vector<std::string> files{"contents.json", "scene.json"};
    for (const std::string& file : ledger_files(folder)) files.push_back(file);
    for (const std::string& name : drawn_obstacles(scene_of_run(run, {}).scene))
        files.push_back("obstacles/" + name + ".ply");
    for_each_pattern(folder.read_record(), [&](const std::string& pattern) {
        for (const int frame : folder.frames({pattern})) files.push_back(frame_path(pattern, frame).string());
    });
    return files;
}

std::string obstacle_ply(const std::filesystem::path& run, std::string_view name) {
    const Scene scene = scene_of_run(run, {}).scene;
    for (const Obstacle& obstacle : scene.obstacles) {
        if (obstacle.name != name) continue;
        const TriangleMesh mesh = shape_mesh(obstacle.shape, Vec3d::Zero(), 2.0f * scene.particle_spacing);
        return mesh.empty() ? std::string() : write_ply(vertices_of(mesh), mesh.triangles, {});
    }
    return {};
}

}  // namespace lamella
