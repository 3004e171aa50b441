// The cases, one file each; validate.cpp lists them.
#pragma once

#include <lamella/validation/validate.hpp>

namespace lamella {

void measure_neighbours(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_free_fall(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_hydrostatic(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_elliptical_drop(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_rotating_patch(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_poiseuille(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_taylor_green(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_momentum(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_drop_of_cube(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_oscillating_drop(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_sheet(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_water_on_sphere(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_liquid_cylinder(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_jet(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_crown(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_still_water(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_wall_pressure(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_sph_stream(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_sph_honey(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_enright(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_expanding_disc(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_cellular_springs(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_flip_still_water(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_flip_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_flip_drop(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_flip_standing_wave(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_stream(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_honey(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_drop_on_tower(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_thin_walls(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_stuck_liquid(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_surface_bodies(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_surface_thin_parts(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_surface_meshes(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_meshes(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_particles(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_flicker(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_sheets(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_topology(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_tension(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_wetting(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_tracking_waves(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_rigid_bodies(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_floating_bodies(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_loose_cube(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_floating_block(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_settling_ball(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_heave_and_roll(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_solid_bars(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_surfel_skin(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_turek_hron(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_solid_impacts(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_hertz(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_crack_energy(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_crack_paths(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_bursting_ball(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_kalthoff_winkler(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_solid_sampling(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_fibre_bars(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_taylor_bar(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_foam_flight(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_foam_births(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_level_set_flows(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_level_set_deformation(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_level_set_still_water(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_level_set_standing_wave(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_level_set_dam_break(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_surface_options(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_skinned_transport(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_skinned_ball(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_skinned_fur(const Run& run, const ValidateOptions& options, CaseResult& result);
void measure_skinned_sea(const Run& run, const ValidateOptions& options, CaseResult& result);

}  // namespace lamella
