#include "benchmarks.hpp"
#include "timing.hpp"

#include <lamella/cache/state_archive.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/tracking/remesh/remesh.hpp>
#include <lamella/tracking/tracked_surface.hpp>
#include <lamella/tracking/waves/capillary_waves.hpp>

#include <fmt/format.h>

#include <cmath>
#include <ctime>

namespace lamella {
namespace {

constexpr Real kShell = 5.0f;  // spacings: the ball is hollow, so that most particles are near the surface
constexpr double kMicro = 1e-6;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Turns about z by a speed that grows with z.
struct Twist {
    double whole, per_z;
    Vec3d place(const Vec3d& p, double time) const {
        const double angle = time * (whole + per_z * p.z()), c = std::cos(angle), s = std::sin(angle);
        return {c * p.x() - s * p.y(), s * p.x() + c * p.y(), p.z()};
    }
    Vec3d velocity(const Vec3d& now) const { return (whole + per_z * now.z()) * Vec3d(-now.y(), now.x(), 0.0); }
};

ParticleSet frame_of(const std::vector<Vec3>& points, const Twist& twist, double time) {
    ParticleSet particles = particles_from_points(points);
    auto& v = particles.add<Vec3Column>("v");
    for (Index i = 0; i < particles.size(); ++i) {
        const Vec3d now = twist.place(points[static_cast<std::size_t>(i)].cast<double>(), time);
        particles.positions().set(i, now.cast<Real>());
        v.set(i, twist.velocity(now).cast<Real>());
    }
    return particles;
}

std::vector<Vec3> hollow_ball(Real radius) {
    const auto distance = [&](const Vec3& p) { return std::max(p.norm() - radius, radius - kShell - p.norm()); };
    return sample_volume(distance, {Vec3::Constant(-radius), Vec3::Constant(radius)}, 1.0f, Lattice::cubic, {0.2f, 1});
}

struct Cost {
    double cpu_us = 0.0;  // a vertex and sub-step
    double wall_us = 0.0;
    double vertices = 0.0;
    double bytes = 0.0;  // a vertex of the mesh's state
};

// Two frames of a ball whose outside moves by half a spacing in each; the fields of the frames are in it.
Cost tracking_cost(Real radius) {
    const Twist twist{0.5 / radius, 0.0};
    const std::vector<Vec3> points = hollow_ball(radius);
    const FrameField field;
    TrackedSurface surface(field, {}, 1.0f);
    ParticleSet before = frame_of(points, twist, 0.0);
    FieldMoment moment = field_of_frame(field, before, 1.0f);
    surface.start(moment);
    Cost cost;
    double steps = 0.0;
    const double cpu = cpu_seconds();
    const double wall = seconds_of([&] {
        for (int k = 1; k <= 2; ++k) {
            ParticleSet now = frame_of(points, twist, k);
            FieldMoment next = field_of_frame(field, now, 1.0f);
            steps += surface.advance(FrameMotion(before, now, 1.0, 1.0f), moment, next).vertex_steps;
            before = std::move(now);
            moment = std::move(next);
        }
    });
    cost.cpu_us = (cpu_seconds() - cpu) / steps / kMicro;
    cost.wall_us = wall / steps / kMicro;
    cost.vertices = surface.mesh().vertex_slots();
    StateArchive archive;
    StateSaver save(archive);
    save("surface", surface);
    for (const auto& [name, item] : archive.items()) cost.bytes += static_cast<double>(item.bytes()) / cost.vertices;
    return cost;
}

// The mesh of a ball that a flow shears, remeshed and nothing else.
double mesh_alone_us(Real radius) {
    const std::vector<Vec3> points = hollow_ball(radius);
    const FrameField field;
    TrackedSurface surface(field, {}, 1.0f);
    surface.start(field_of_frame(field, particles_from_points(points), 1.0f));
    ConnectedMesh mesh = surface.mesh();
    RemeshSettings settings;
    settings.edge = 0.5f;
    const Twist twist{0.0, 0.16 * 0.5 / (radius * radius)};  // 0.16 edges a step at the most
    double steps = 0.0;
    const double cpu = cpu_seconds();
    for (int k = 0; k < 10; ++k) {
        parallel_for("shear", mesh.vertex_slots(), [&](Index v) {
            mesh.positions[v] = twist.place(mesh.positions[v].cast<double>(), 1.0).cast<Real>();
        });
        remesh(mesh, settings);
        compact(mesh);
        steps += mesh.vertex_slots();
    }
    return (cpu_seconds() - cpu) / steps / kMicro;
}

// 100 steps on the mesh of a ball; its operator is made once a frame and not in it.
double waves_us(Real radius) {
    const FrameField field;
    TrackedSurface surface(field, {}, 1.0f);
    surface.start(field_of_frame(field, particles_from_points(hollow_ball(radius)), 1.0f));
    ConnectedMesh mesh = surface.mesh();
    compact(mesh);
    const SurfaceLaplacian laplacian(mesh);
    const WaveLaw law = WaveLaw::of_liquid(1.0, 6.0, 0.02, 0.1);
    WaveHeights waves{std::vector<double>(static_cast<std::size_t>(laplacian.size()), 0.0), {}};
    for (std::size_t v = 0; v < waves.height.size(); v += 2) waves.height[v] = 0.05;
    waves.speed.resize(waves.height.size());
    constexpr Index kSteps = 100;
    const double cpu = cpu_seconds();
    step_waves(laplacian, law, longest_wave_step(laplacian, law), kSteps, waves);
    return (cpu_seconds() - cpu) / (static_cast<double>(kSteps) * laplacian.size()) / kMicro;
}

}  // namespace

Figures tracking_benchmark() {
    constexpr Real kSmall = 20.5f, kLarge = 92.0f;  // about 50,000 and a million vertices
    Figures figures{"tracking", "hollow balls of particles that turn, true_volume, CPU time", {}};
    const auto add = [&](const char* name, double value, const char* unit, std::optional<Bar> bar) {
        figures.list.push_back({name, value, unit, bar});
    };
    Cost one, two;
    {
        const ThreadLimit single(1);
        one = tracking_cost(kSmall);
        add("waves", waves_us(kSmall), "us of CPU a vertex and wave step", Bar{Better::lower, 0.05});
        add("mesh_alone", mesh_alone_us(kSmall), "us of CPU a vertex and step", Bar{Better::lower, 2.0});
    }
    two = tracking_cost(kSmall);
    const Cost large = tracking_cost(kLarge);
    add("vertices_small", one.vertices, "", {});
    add("vertices_large", large.vertices, "", {});
    add("tracking_small", one.cpu_us, "us of CPU a vertex and sub-step", Bar{Better::lower, 5.0});
    add("tracking_large", large.cpu_us, "us of CPU a vertex and sub-step", {});
    add("large_over_small", large.cpu_us / two.cpu_us, "", Bar{Better::lower, 1.3, false});
    add("two_threads_speedup", one.wall_us / two.wall_us, "", Bar{Better::higher, 1.6, false});
    add("bytes", one.bytes, "bytes a vertex of the mesh's state", {});
    return figures;
}

}  // namespace lamella
