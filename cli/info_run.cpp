// Checkpoints, scenes and run folders.
#include <cli/info_parts.hpp>
#include <cli/text_table.hpp>
#include <lamella/cache/stage_claim.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/pipeline/estimate.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/scene/json.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lamella::cli {

namespace {

const char* type_text(StateItem::Type type) {
    constexpr const char* words[] = {"float32", "float64", "int32", "int64", "uint8"};
    return words[static_cast<int>(type)];
}

// The numbers of the last row of a stage's ledger.
std::string last_row_text(const RunFolder& folder, const std::string& stage) {
    if (!std::filesystem::exists(folder.ledger(stage))) return "";
    const std::string rows = read_file(folder.ledger(stage));
    const std::size_t end = rows.find_last_not_of('\n');
    if (end == std::string::npos) return "";
    const std::size_t before = rows.rfind('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const JsonValue row =
        parse_json(std::string_view(rows).substr(begin, end + 1 - begin), folder.ledger(stage).string());
    TextTable table;
    for (const JsonMember& member : *row.object())
        if (member.value.number()) table.row({"  " + member.key, number_text(*member.value.number())});
    if (const JsonMember* method = row.find("method");
        stage == stage_name(Stage::foam) && method && method->value.object())
        for (const JsonMember& member : *method->value.object())
            if (member.value.number()) table.row({"  " + member.key, number_text(*member.value.number())});
    return fmt::format("last row of {}\n{}", folder.ledger(stage).filename().string(), table.text());
}

}  // namespace

std::string checkpoint_info(const Checkpoint& checkpoint) {
    TextTable table;
    table.row({"kind", "checkpoint"});
    table.row({"last whole frame", fmt::format("{}", checkpoint.frame)});
    table.row({"left until the next", fmt::format("{:.9g} s", checkpoint.left)});
    table.row({"scene", checkpoint.scene_hash});
    table.row({"written by", fmt::format("lamella {} ({})", checkpoint.version, checkpoint.isa)});
    TextTable items;
    for (const auto& [name, item] : checkpoint.state.items())
        items.row({"  " + name, type_text(item.type), count_text(static_cast<long long>(item.count))});
    return table.text() + "state\n" + items.text();
}

std::string scene_info(const LoadedScene& loaded) {
    const Scene& scene = *loaded.scene;
    std::vector<std::string> fluids, stages{"simulate"};
    for (const Fluid& fluid : scene.fluids) fluids.push_back(fluid.name);
    if (scene.surface) stages.emplace_back("surface");
    if (scene.foam) stages.emplace_back("foam");
    if (scene.render) stages.emplace_back("render");
    TextTable table;
    table.row({"kind", "scene"});
    table.row({"description", scene.description});
    table.row({"hash", loaded.hash});
    table.row({"fluids", fmt::format("{}", fmt::join(fluids, " "))});
    table.row({"obstacles", count_text(static_cast<long long>(scene.obstacles.size()))});
    if (!scene.bodies.empty()) table.row({"bodies", count_text(static_cast<long long>(scene.bodies.size()))});
    if (!scene.solids.empty()) table.row({"solids", count_text(static_cast<long long>(scene.solids.size()))});
    table.row({"particle spacing", fmt::format("{:.6g} m", scene.particle_spacing)});
    table.row({"frames", fmt::format("{} at {:.6g} a second", scene.frames, scene.frame_rate)});
    table.row({"stages", fmt::format("{}", fmt::join(stages, " "))});
    const Estimate cost = with_places(loaded, [&] {
        read_meshes({}, scene, *loaded.assets);
        return estimate(scene, *loaded.assets, scene.frames, 0);
    });
    return table.text() + estimate_text(cost) + "\n";
}

std::string run_info(const std::filesystem::path& path) {
    const RunFolder folder(path);
    const RunRecord record = folder.read_record();
    TextTable table;
    table.row({"kind", "run folder"});
    table.row({"made by", fmt::format("lamella {} (git {}, {})", record.version, record.git_hash, record.isa)});
    table.row({"command line", record.command_line});
    table.row({"scene", record.scene_hash});
    TextTable parts;
    std::string rows;
    for (const Stage stage : kStages) {
        if (const auto writer = writer_of(folder, stage)) table.row({stage_name(stage), "written by " + *writer});
        const StageRecord* found = record.find(stage);
        if (!found) continue;
        table.row({stage_name(stage), fmt::format("{}, frames {} to {}", found->done ? "done" : "not done",
                                                  found->first_frame, found->last_frame)});
        for (const PartRecord& part : found->parts)
            parts.row({"  " + std::string(kind_name(part.kind)), part.name, part.pattern,
                       fmt::format("{} frames", folder.frames({part}).size())});
        rows += last_row_text(folder, stage_name(stage));
    }
    return table.text() + "parts\n" + parts.text() + rows;
}

}  // namespace lamella::cli
