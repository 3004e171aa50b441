// The scenes of Yu 2011, table 5.1, with as many particles as there: what tracking (and waves) of a frame took there is
// said beside what it takes here. Nobody knows how many sub-steps of which machine theirs are; no factor is asked.
#include "benchmarks.hpp"

#include <lamella/pipeline/simulation.hpp>
#include <lamella/pipeline/tracked_sequence.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

#include <ctime>

namespace lamella {
namespace {

struct Printed {
    const char* name;
    const char* scene;
    std::vector<std::string> overrides;
    int first, last;  // frames whose tracking is measured
    const char* seconds;
};

std::vector<Printed> printed_rows() {
    return {
        {"cube", "yu2011/drop", {}, 3, 6, "0.54"},
        {"dumbbell", "yu2011/dumbbell", {"particle_spacing=0.00462"}, 3, 6, "0.54"},
        {"two_spheres",
         "yu2011/two_spheres",
         {"particle_spacing=0.00446", "surface.waves={}"},
         9,
         12,
         "1.77, 11.4 of waves"},
        {"figures", "yu2011/figures", {"particle_spacing=0.0067", "surface.cell=0.25"}, 4, 6, "41"},
        {"crown", "yu2011/crown", {"particle_spacing=0.00164", "surface.waves=null"}, 3, 4, "46.9"},
    };
}

ParticleSet particles_of(const Simulation& simulation) {
    ParticleSet all;
    all.origin = simulation.origin();
    for (const FramePart& part : simulation.parts()) {
        const auto* rows = std::get_if<ParticleRows>(&part.data);
        if (!rows) continue;
        all.resize(static_cast<Index>(rows->rows.size()));
        for (const char* name : {"P", "v", "id", "phase"})
            all.columns().insert_or_assign(name, rows_of(rows->particles->columns().at(name), rows->rows));
    }
    return all;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Tracked {
    double particles = 0.0, frames = 0.0, vertices = 0.0, sub_steps = 0.0, cpu = 0.0, wave_steps = 0.0;
};

Tracked track(const Printed& row) {
    const LoadedScene loaded = load_scene(row.scene, row.overrides);
    const Scene& scene = *loaded.scene;
    const auto& parameters = std::get<TrackedParameters>(*scene.surface);
    Simulation simulation({}, scene, *loaded.assets);
    TrackedSequence sequence(parameters, scene.particle_spacing,
                             SurfacePainter(parameters, scene.fluids.front().name, {}, *loaded.assets), [](auto) {});
    Tracked sum;
    for (int frame = 1; frame <= row.last; ++frame) {
        simulation.finish_next_frame({});
        if (frame < row.first - 1) continue;
        ParticleSet particles = particles_of(simulation);
        sum.particles = particles.size();
        const double start = cpu_seconds();
        const TrackedSequence::Frame made = sequence.next(std::move(particles), 1.0 / scene.frame_rate);
        if (frame < row.first) continue;
        sum.cpu += cpu_seconds() - start;
        sum.frames += 1.0;
        sum.vertices += made.mesh.vertex_count();
        sum.sub_steps += made.report.sub_steps;
        sum.wave_steps += made.wave_steps;
    }
    return sum;
}

}  // namespace

Figures tracking_scenes_benchmark() {
    Figures figures{"tracking_scenes", "Yu 2011, table 5.1: a frame of tracking, CPU time; theirs on the clock", {}};
    for (const Printed& row : printed_rows()) {
        const Tracked of = track(row);
        const auto add = [&](const char* what, double value, std::string unit) {
            figures.list.push_back({fmt::format("{}_{}", row.name, what), value, std::move(unit), {}});
        };
        add("tracking", of.cpu / of.frames, fmt::format("s of CPU a frame; printed: {} s", row.seconds));
        add("particles", of.particles, "");
        add("vertices", of.vertices / of.frames, "");
        add("sub_steps", of.sub_steps / of.frames, "a frame");
        if (of.wave_steps > 0.0) add("wave_steps", of.wave_steps / of.frames, "a frame");
    }
    return figures;
}

}  // namespace lamella
