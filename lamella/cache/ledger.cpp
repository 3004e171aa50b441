#include <lamella/cache/ledger.hpp>
#include <lamella/core/atomic_file.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace lamella {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json part_json(const Balance& part) {
    const auto array = [](const Vec3d& a) { return std::array{a.x(), a.y(), a.z()}; };
    Json json{{"particles", part.particles},
              {"mass_kg", part.mass},
              {"mass_in_kg", part.mass_in},
              {"mass_out_kg", part.mass_out},
              {"mass_created_kg", part.mass_created},
              {"mass_removed_kg", part.mass_removed},
              {"volume_m3", part.volume},
              {"momentum_kgms", array(part.momentum)},
              {"angular_momentum", array(part.angular_momentum)},
              {"kinetic_J", part.kinetic_energy},
              {"potential_J", part.potential_energy},
              {"density_error_mean", or_null(part.density_error_mean)},
              {"density_error_max", or_null(part.density_error_largest)}};
    if (part.elastic_energy) json["elastic_J"] = *part.elastic_energy;
    if (part.dissipated_energy) json["dissipated_J"] = *part.dissipated_energy;
    return json;
}

// The frame of a line, or 0 where the line is not whole.
int frame_of(const Json& json) {
    return json.is_object() && json.contains("frame") && json["frame"].is_number_integer() ? json["frame"].get<int>()
                                                                                           : 0;
}

// Calls f(frame, line, json) for every whole row.
template <class F>
void for_each_row(const std::filesystem::path& path, F&& f) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const Json json = Json::parse(line, nullptr, false);
        if (const int frame = frame_of(json)) f(frame, line, json);
    }
}

// The rows of the frames that `keep` accepts, in the order of their frames.
void rewrite(const std::filesystem::path& path, const std::function<bool(int)>& keep) {
    std::vector<std::pair<int, std::string>> rows;
    for_each_row(path, [&](int frame, const std::string& line, const Json&) {
        if (keep(frame)) rows.emplace_back(frame, line + "\n");
    });
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::string text;
    for (const auto& [frame, line] : rows) text += line;
    write_file(path, text);
}

}  // namespace

std::string ledger_line(const LedgerRow& row) {
    Json json;
    json["frame"] = row.frame;
    json["time_s"] = or_null(row.time_s);
    json["steps"] = or_null(row.steps);
    json["dt_min_s"] = or_null(row.dt_min_s);
    json["dt_max_s"] = or_null(row.dt_max_s);
    json["particles"] = or_null(row.particles);
    json["mass_kg"] = or_null(row.mass_kg);
    json["mass_in_kg"] = or_null(row.mass_in_kg);
    json["mass_out_kg"] = or_null(row.mass_out_kg);
    json["mass_created_kg"] = or_null(row.mass_created_kg);
    json["mass_removed_kg"] = or_null(row.mass_removed_kg);
    json["volume_m3"] = or_null(row.volume_m3);
    json["mesh_volume_m3"] = or_null(row.mesh_volume_m3);
    json["momentum_kgms"] = or_null(row.momentum_kgms);
    json["angular_momentum"] = or_null(row.angular_momentum);
    json["kinetic_J"] = or_null(row.kinetic_J);
    json["potential_J"] = or_null(row.potential_J);
    if (row.elastic_J) json["elastic_J"] = *row.elastic_J;
    if (row.dissipated_J) json["dissipated_J"] = *row.dissipated_J;
    json["density_error_mean"] = or_null(row.density_error_mean);
    json["density_error_max"] = or_null(row.density_error_max);
    json["iterations"] = row.iterations;
    json["wall_s"] = row.wall_s;
    json["peak_rss_bytes"] = or_null(row.peak_rss_bytes);
    json["method"] = row.method;
    json["parts"] = Json::object();
    for (const auto& [name, part] : row.parts) json["parts"][name] = part_json(part);
    json["file_bytes"] = row.file_bytes;
    return json.dump();
}

Ledger::Ledger(std::filesystem::path path, int keep_until)
    : Ledger(std::move(path), [keep_until](int frame) { return frame <= keep_until; }) {}

Ledger::Ledger(std::filesystem::path path, const std::function<bool(int)>& keep) : path_(std::move(path)) {
    rewrite(path_, keep);
}

void Ledger::sort() const {
    rewrite(path_, [](int) { return true; });
}

void Ledger::add(const LedgerRow& row) const { append_to_file(path_, ledger_line(row) + "\n"); }

std::vector<int> ledger_frames(const std::filesystem::path& path) {
    std::vector<int> frames;
    for_each_row(path, [&](int frame, const std::string&, const Json&) { frames.push_back(frame); });
    return frames;
}

std::map<int, double> ledger_numbers(const std::filesystem::path& path, const std::string& name) {
    std::map<int, double> numbers;
    for_each_row(path, [&](int frame, const std::string&, const Json& row) {
        if (!row.contains("method") || !row["method"].is_object()) return;
        if (const auto found = row["method"].find(name); found != row["method"].end() && found->is_number())
            numbers[frame] = found->get<double>();
    });
    return numbers;
}

std::map<int, FileSizes> ledger_files(const std::filesystem::path& path) {
    std::map<int, FileSizes> files;
    for_each_row(path, [&](int frame, const std::string&, const Json& row) {
        FileSizes& sizes = files[frame];
        if (!row.contains("file_bytes") || !row["file_bytes"].is_object()) return;
        for (const auto& [file, size] : row["file_bytes"].items())
            if (size.is_number_integer()) sizes[file] = size.get<long>();
    });
    return files;
}

}  // namespace lamella
