#include <lamella/core/atomic_file.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/io/bgeo.hpp>
#include <lamella/particles/radix_sort.hpp>
#include <lamella/pipeline/frame_output.hpp>
#include <lamella/pipeline/liquid_setup.hpp>

namespace lamella {
namespace {

// The rows of one fluid, in the order of their ids.
std::vector<Index> rows_of_phase(const ParticleSet& particles, Index phase, std::int64_t id_limit) {
    const auto& id = particles.get<IndexColumn>("id");
    const auto& phases = particles.get<IndexColumn>("phase");
    SortBuffers<std::uint32_t> rows;
    for (Index i = 0; i < particles.size(); ++i) {
        if (phases[i] != phase) continue;
        rows.keys.push_back(static_cast<std::uint32_t>(id[i]));
        rows.order.push_back(i);
    }
    rows.resize(rows.keys.size());
    radix_sort(rows, static_cast<std::uint64_t>(id_limit));
    return std::move(rows.order);
}

// What a frame says of some particles.
ParticleSet frame_rows(const Scene& scene, const ParticleSet& particles, std::span<const Index> rows) {
    std::vector<std::string> names{"P", "v", "id", "density"};
    names.insert(names.end(), scene.output.attributes.begin(), scene.output.attributes.end());
    ParticleSet frame;
    frame.resize(static_cast<Index>(rows.size()));
    frame.origin = simulation_origin(scene);
    for (const std::string& name : names) frame.columns()[name] = rows_of(particles.columns().at(name), rows);
    auto& pscale = frame.add<ScalarColumn>("pscale");
    for (Index i = 0; i < frame.size(); ++i) pscale[i] = 0.5f * scene.particle_spacing;
    return frame;
}

}  // namespace

void write_frame(const RunFolder& folder, const Scene& scene, const LiquidSolver& solver, int frame,
                 const Provenance& provenance) {
    const ParticleSet& particles = particles_of(solver);
    for (std::size_t f = 0; f < scene.fluids.size(); ++f) {
        const std::vector<Index> rows = rows_of_phase(particles, static_cast<Index>(f), inventory_of(solver).next_id());
        const auto part = [&](Index begin, Index end) {
            return frame_rows(scene, particles, std::span(rows).subspan(begin, end - begin));
        };
        AtomicFile file(folder.particles(scene.fluids[f].name, frame));
        write_bgeo(static_cast<Index>(rows.size()), part, provenance,
                   [&](std::string_view bytes) { file.write(bytes); });
        file.commit();
    }
}

namespace {

void note_steps(const StepReport& report, LedgerRow& row) {
    row.steps = report.steps;
    if (report.steps > 0) {
        row.dt_min_s = report.shortest_step;
        row.dt_max_s = report.longest_step;
    }
    for (const auto& [name, count] : report.counts) row.method[name] = static_cast<double>(count);
    for (const auto& [name, totals] : report.solves) {
        if (totals.iterations == 0) continue;
        row.iterations[name] = static_cast<double>(totals.iterations) / static_cast<double>(report.steps);
        row.method["unconverged_" + name] = static_cast<double>(totals.failures);
    }
}

// What there is, with m the mass of a whole particle.
void note_matter(const Scene& scene, const ParticleSet& fluid, double m, LedgerRow& row) {
    const auto& x = fluid.positions();
    const auto& v = fluid.get<Vec3Column>("v");
    const MassShares share(fluid);
    const Vec3d centre = domain_box(scene).centre().cast<double>();
    const Vec3d gravity = scene.gravity.cast<double>();
    const auto position = [&](Index i) -> Vec3d { return x[i].cast<double>() - centre; };
    const auto momentum = [&](Index i) -> Vec3d { return double{share(i)} * v[i].cast<double>(); };
    const auto total = [&](auto&& f, const auto& zero) { return parallel_sum("ledger", fluid.size(), f, zero); };
    const auto as_array = [](const Vec3d& a) { return std::array{a.x(), a.y(), a.z()}; };
    const Vec3d none = Vec3d::Zero();

    row.particles = fluid.size();
    row.mass_kg = m * whole_particles(total_units(fluid));
    row.volume_m3 = *row.mass_kg / scene.fluids.front().density;
    row.momentum_kgms = as_array(m * total(momentum, none));
    row.angular_momentum = as_array(m * total([&](Index i) -> Vec3d { return cross(position(i), momentum(i)); }, none));
    row.kinetic_J = 0.5 * m * total([&](Index i) { return momentum(i).dot(v[i].cast<double>()); }, 0.0);
    row.potential_J = -m * total([&](Index i) { return share(i) * gravity.dot(position(i)); }, 0.0);
}

}  // namespace

LedgerRow simulate_row(const Scene& scene, LiquidSolver& solver, int frame) {
    LedgerRow row;
    row.frame = frame;
    std::visit(
        [&](auto& s) {
            const double m = s.particle_mass();
            row.time_s = s.time();
            note_steps(s.take_report(), row);
            note_matter(scene, s.particles(), m, row);
            row.mass_in_kg = m * static_cast<double>(s.inventory().emitted());
            row.mass_out_kg = m * s.inventory().mass_left();
            row.mass_removed_kg = m * s.inventory().mass_lost();
            std::tie(row.density_error_mean, row.density_error_max) = s.density_error();
        },
        solver);
    row.mass_created_kg = 0.0;
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

}  // namespace lamella
