#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/scene/suggestion.hpp>
#include <lamella/validation/cases.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace lamella {
namespace {

constexpr ValidationCase kCases[] = {
    {"neighbours", "core", "the neighbour search finds what a double loop over all particles finds",
     measure_neighbours},
    {"free_fall", "sph", "a drop that falls in a vacuum follows the parabola and keeps its shape", measure_free_fall},
    {"hydrostatic", "sph", "the pressure of still water grows with the depth by rho g", measure_hydrostatic},
    {"dam_break", "sph", "the front of a collapsing column runs as in experiments", measure_dam_break},
    {"elliptical_drop", "sph", "a drop is drawn into the ellipse of the exact solution", measure_elliptical_drop},
    {"rotating_patch", "sph", "a spinning patch keeps its angular momentum", measure_rotating_patch},
    {"poiseuille", "sph", "liquid between plates takes the profile of a parabola", measure_poiseuille},
    {"taylor_green", "sph", "periodic vortices decay with the viscosity", measure_taylor_green},
    {"momentum", "sph", "forces between pairs keep the momentum of a free body", measure_momentum},
    {"drop_of_cube", "sph", "surface tension makes a ball of a cube", measure_drop_of_cube},
    {"oscillating_drop", "sph", "a drop of water stays whole and swings with its period", measure_oscillating_drop},
    {"sheet", "sph", "a framed sheet of one layer stays whole", measure_sheet},
    {"water_on_sphere", "sph", "a film under air pressure clings to a sphere", measure_water_on_sphere},
    {"liquid_cylinder", "sph", "a column of liquid breaks up under its tension", measure_liquid_cylinder},
    {"jet", "sph", "a falling jet stays whole until it breaks up into drops", measure_jet},
    {"crown", "sph", "a drop throws up a crown in a shallow layer", measure_crown},
    {"still_water", "sph", "water in a closed tank stays at rest", measure_still_water},
    {"wall_pressure", "sph", "a dam break hits a wall as in experiments", measure_wall_pressure},
    {"sph_stream", "sph", "a stream falls in one piece and its area follows its speed", measure_sph_stream},
    {"sph_honey", "sph", "a thread of honey coils with the frequency of Ribe's regimes", measure_sph_honey},
    {"enright", "flip", "a ball is drawn into a sheet thinner than a particle and back, without holes",
     measure_enright},
    {"expanding_disc", "flip", "a disc grows to twenty times its area without holes", measure_expanding_disc},
    {"cellular_springs", "flip", "weak springs keep stirred particles apart", measure_cellular_springs},
    {"flip_still_water", "flip", "water in a tank stays level and keeps its volume", measure_flip_still_water},
    {"flip_dam_break", "flip", "the front of a collapsing column runs as in experiments", measure_flip_dam_break},
    {"flip_drop", "flip", "a drop of water has its pressure and its period and stays whole", measure_flip_drop},
    {"flip_standing_wave", "flip", "water in a tank sways with its own period", measure_flip_standing_wave},
    {"stream", "flip", "a stream falls in one piece and its area follows its speed", measure_stream},
    {"honey", "flip", "a thread of honey coils with the frequency of Ribe's regimes", measure_honey},
    {"drop_on_tower", "flip", "the sheet of a drop that bursts on a tower does not tear", measure_drop_on_tower},
    {"thin_walls", "flip", "walls thinner than a cell keep their liquid", measure_thin_walls},
    {"stuck_liquid", "flip", "no liquid hangs on a serpent for ever", measure_stuck_liquid},
    {"level_set_flows", "level_set", "shapes that plane flows turn and bring back keep their area",
     measure_level_set_flows},
    {"level_set_deformation", "level_set", "a ball is drawn into a sheet and comes back",
     measure_level_set_deformation},
    {"level_set_still_water", "level_set", "water in a tank stays level and keeps its volume",
     measure_level_set_still_water},
    {"level_set_standing_wave", "level_set", "water in a tank sways with its own period",
     measure_level_set_standing_wave},
    {"level_set_dam_break", "level_set", "the front of a collapsing column runs as in experiments",
     measure_level_set_dam_break},
    {"skinned_transport", "skinned", "water on moving tetrahedra goes where the flow goes, to the last unit",
     measure_skinned_transport},
    {"skinned_ball", "skinned", "water on a ball leaves it where it should, or clings to it", measure_skinned_ball},
    {"skinned_fur", "skinned", "fur holds what its pores hold and drips slowly", measure_skinned_fur},
    {"skinned_sea", "skinned", "a ball is dipped into a sea and drawn out, and no water is lost", measure_skinned_sea},
    {"surface_bodies", "surface", "the surface of balls, pools and cubes is smooth and encloses their volume",
     measure_surface_bodies},
    {"surface_thin_parts", "surface", "sheets, filaments and gaps stay what they are", measure_surface_thin_parts},
    {"surface_meshes", "surface", "meshes of stretched sheets have no holes in any alignment", measure_surface_meshes},
    {"surface_options", "surface", "the exact volume does not pump, and smoothing keeps volumes",
     measure_surface_options},
    {"tracking_meshes", "tracking", "meshes that flows carry keep good triangles, their volume and their colours",
     measure_tracking_meshes},
    {"tracking_particles", "tracking", "a mesh that particles carry turns and shears with them on their surface",
     measure_tracking_particles},
    {"tracking_flicker", "tracking", "normals at fixed points of the matter flicker less than those of new meshes",
     measure_tracking_flicker},
    {"tracking_sheets", "tracking", "sheets and a crown of liquid, tracked, have no holes that their field has not",
     measure_tracking_sheets},
    {"tracking_topology", "tracking", "meshes that follow fields get their topology, and stay closed",
     measure_tracking_topology},
    {"tracking_tension", "tracking", "a drop swings under the tension of its mesh and stays where it is",
     measure_tracking_tension},
    {"tracking_wetting", "tracking", "half a drop on a floor takes the contact angle that was asked for",
     measure_tracking_wetting},
    {"tracking_waves", "tracking", "waves on meshes have the frequencies of capillary waves and stay bounded",
     measure_tracking_waves},
    {"rigid_bodies", "rigid", "bodies tumble, roll, slide and stand as mechanics says", measure_rigid_bodies},
    {"floating_bodies", "rigid", "rafts float as deep as Archimedes says, and no momentum is lost",
     measure_floating_bodies},
    {"floating_block", "rigid", "a block that is let go under water comes up and floats", measure_floating_block},
    {"loose_cube", "rigid", "a dam break takes a loose cube along", measure_loose_cube},
    {"settling_ball", "rigid", "a heavy ball sinks as fast as drag lets it", measure_settling_ball},
    {"heave_and_roll", "rigid", "a floating box heaves and rolls with its period", measure_heave_and_roll},
    {"solid_bars", "solid", "bars stretch, beams bend and swing, blocks tumble as mechanics says", measure_solid_bars},
    {"solid_sampling", "solid", "solids sampled by an octree are as stiff as on a lattice, with fewer particles",
     measure_solid_sampling},
    {"turek_hron", "solid", "a flag swings as the benchmark of Turek and Hron says", measure_turek_hron},
    {"surfel_skin", "solid", "surfels cover a ball that is squeezed and drawn out, and face outwards",
     measure_surfel_skin},
    {"taylor_bar", "solid", "a copper bar mushrooms on a wall as others have computed", measure_taylor_bar},
    {"fibre_bars", "solid", "bars with fibres at an angle are as stiff as theory says", measure_fibre_bars},
    {"solid_impacts", "solid", "a cradle and two balls hand their momentum over", measure_solid_impacts},
    {"hertz", "solid", "a soft ball on a plate touches as Hertz says", measure_hertz},
    {"crack_energy", "solid", "cracks release the energy that mechanics says", measure_crack_energy},
    {"crack_paths", "solid", "cracks kink across the largest hoop stress", measure_crack_paths},
    {"bursting_ball", "solid", "a ball bursts into pieces with closed meshes", measure_bursting_ball},
    {"kalthoff_winkler", "solid", "a plate with two notches that is hit cracks at 70 degrees",
     measure_kalthoff_winkler},
    {"foam_flight", "foam", "spray flies and bubbles rise as balls with drag do", measure_foam_flight},
    {"foam_births", "foam", "splashes have spray, still and slowly poured water has none", measure_foam_births},
};

bool is_called(const ValidationCase& c, const std::string& name) { return name == c.name || name == c.family; }

std::vector<std::string> known_names() {
    std::vector<std::string> names;
    for (const ValidationCase& c : kCases) {
        if (std::find(names.begin(), names.end(), c.family) == names.end()) names.emplace_back(c.family);
        names.emplace_back(c.name);
    }
    return names;
}

CaseResult measured(const Run& run, const ValidationCase& c, const ValidateOptions& options) {
    CaseResult result;
    result.name = c.name;
    result.family = c.family;
    result.sentence = c.sentence;
    result.stopped = run.should_stop();
    if (result.stopped) return result;
    const auto start = std::chrono::steady_clock::now();
    try {
        c.measure(run, options, result);
    } catch (const Stopped&) {
        result.stopped = true;
    } catch (const std::exception& error) {
        result.fault = error.what();
    }
    result.stopped = result.stopped || run.should_stop();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace

std::span<const ValidationCase> validation_cases() { return kCases; }

std::vector<ValidationCase> select_cases(std::span<const std::string> names) {
    const std::vector<std::string> known = known_names();
    for (const std::string& name : names)
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw InputError(fmt::format("'{}' is not a validation case or family{}", name, suggestion(name, known)));
    std::vector<ValidationCase> selected;
    for (const ValidationCase& c : kCases) {
        const auto called = [&](const std::string& name) { return is_called(c, name); };
        if (names.empty() || std::any_of(names.begin(), names.end(), called)) selected.push_back(c);
    }
    return selected;
}

std::vector<CaseResult> validate(const Run& run, std::span<const std::string> names, const ValidateOptions& options) {
    return run_cases(run, select_cases(names), options);
}

std::vector<CaseResult> run_cases(const Run& run, std::span<const ValidationCase> cases,
                                  const ValidateOptions& options) {
    const ThreadLimit limit(run.threads);
    std::vector<CaseResult> results;
    for (const ValidationCase& c : cases) results.push_back(measured(run, c, options));
    return results;
}

Verdict overall_verdict(std::span<const CaseResult> results) {
    Verdict overall = Verdict::pass;
    for (const CaseResult& result : results) {
        if (result.verdict() == Verdict::fail) return Verdict::fail;
        if (result.verdict() == Verdict::not_run) overall = Verdict::not_run;
    }
    return overall;
}

}  // namespace lamella
