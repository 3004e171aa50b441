#include <lamella/core/error.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/pipeline/setup/liquid_setup.hpp>
#include <lamella/pipeline/simulate.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/validation/case_run.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

namespace lamella {

CaseRun::CaseRun(const Run& run, const ValidateOptions& options, CaseResult& result, std::string_view scene_text,
                 std::span<const std::string> overrides)
    : loaded_(read_scene(scene_text, result.name + ".json", overrides)), folder_(options.folder / result.name) {
    StageOptions stage;
    stage.overwrite = true;
    stage.command_line = "lamella validate " + result.name;
    done_ = simulate(run, loaded_, folder_.root(), stage) == StageResult::done;
    result.stopped = !done_;
}

Index CaseRun::frames() const { return scene().frames; }
double CaseRun::time_of(Index frame) const { return (frame - 1) / scene().frame_rate; }
double CaseRun::spacing() const { return scene().particle_spacing; }
double CaseRun::density() const { return common_density(materials_of(scene())); }
double CaseRun::gravity() const { return -scene().gravity.y(); }

ParticleSet CaseRun::particles(const std::string& fluid, Index frame) const {
    ParticleSet particles = read_particles(folder_.path(part_of(Stage::simulate, PartKind::particles, fluid), frame));
    if (particles.size() == 0) throw RunError("no particle of '" + fluid + "' is left");
    return particles;
}

std::vector<double> CaseRun::ledger(const std::string& key) const {
    std::ifstream file(folder_.ledger("simulate"));
    std::vector<double> values;
    for (std::string line; std::getline(file, line);) {
        const auto value = nlohmann::json::parse(line).at(key);
        values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
    }
    return values;
}

Vec3d position(const ParticleSet& particles, Index i) {
    return particles.positions()[i].cast<double>() + particles.origin;
}

Vec3d velocity(const ParticleSet& particles, Index i) { return particles.get<Vec3Column>("v")[i].cast<double>(); }

}  // namespace lamella
