// A mesh that follows an analytic field: the smallest loop of motion, remeshing, projection and topology repair.
#pragma once

#include "field_mesh.hpp"
#include "small_remesh.hpp"

#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/tracking/repair/topology_repair.hpp>

#include <functional>

namespace lamella::test {

struct Projection {
    const LevelField& phi;
    Real spacing;

    // Moves the vertices on phi = 0 along its gradient; gives the places, before and after, of those that found
    // nothing.
    std::vector<Vec3> run(ConnectedMesh& mesh, const std::vector<Index>& vertices) const {
        struct Line {
            Index vertex;
            Vec3 start, direction;
            Real a = 0.0f, b = 0.0f, value_a = 0.0f, value_b = 0.0f;
            bool found = false;
            int kept = 0;
        };
        std::vector<Vec3> points;
        for (const Index v : vertices) points.push_back(mesh.positions[v]);
        std::vector<LevelSample> samples(points.size());
        phi.evaluate(points, samples);
        std::vector<Line> lines;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const Real steep = samples[i].gradient.norm();
            if (std::abs(samples[i].value) <= 1e-3f * spacing * steep) continue;
            const Vec3 n = normal(mesh, vertices[i]);
            Vec3 out = steep > 1e-6f ? Vec3(-samples[i].gradient / steep) : n;
            if (out.dot(n) <= 0.5f) out = n;
            lines.push_back({vertices[i], points[i], samples[i].value > 0.0f ? out : Vec3(-out)});
            lines.back().value_a = samples[i].value;
        }
        const auto evaluate = [&](auto&& place, auto&& take) {
            points.clear();
            for (const Line& line : lines) points.push_back(line.start + place(line) * line.direction);
            samples.resize(points.size());
            phi.evaluate(points, samples);
            for (std::size_t i = 0; i < lines.size(); ++i) take(lines[i], samples[i].value);
        };
        for (const Real reach : {0.3f, 0.5f})
            evaluate([&](const Line&) { return reach * spacing; },
                     [&](Line& line, Real value) {
                         if (line.found) return;
                         line.b = reach * spacing;
                         line.value_b = value;
                         line.found = (value > 0.0f) != (line.value_a > 0.0f);
                     });
        const auto guess = [](const Line& line) {
            if (!line.found) return 0.0f;
            return (line.a * line.value_b - line.b * line.value_a) / (line.value_b - line.value_a);
        };
        for (int step = 0; step < 4; ++step)
            evaluate(guess, [&](Line& line, Real value) {
                if (!line.found) return;
                const Real at = guess(line);
                if ((value > 0.0f) == (line.value_b > 0.0f)) {
                    line.b = at;
                    line.value_b = value;
                    if (line.kept == 1) line.value_a *= 0.5f;
                    line.kept = 1;
                } else {
                    line.a = at;
                    line.value_a = value;
                    if (line.kept == 2) line.value_b *= 0.5f;
                    line.kept = 2;
                }
            });
        std::vector<Vec3> failed;
        for (const Line& line : lines) {
            if (line.found) {
                mesh.positions[line.vertex] = line.start + guess(line) * line.direction;
                continue;
            }
            failed.push_back(line.start);
            if (std::abs(line.value_b) < std::abs(line.value_a))
                mesh.positions[line.vertex] = line.start + 0.25f * spacing * line.direction;
            failed.push_back(mesh.positions[line.vertex]);
        }
        return failed;
    }

    static Vec3 normal(const ConnectedMesh& mesh, Index v) {
        Vec3 sum = Vec3::Zero();
        mesh.for_each_outgoing(v, [&](Index h) {
            const Vec3 a = mesh.positions[mesh.to(h)] - mesh.positions[v];
            const Vec3 b = mesh.positions[mesh.opposite(h)] - mesh.positions[v];
            const Vec3 n = cross(a, b);
            if (n.norm() > 0.0f) sum += std::atan2(n.norm(), a.dot(b)) / n.norm() * n;
        });
        return sum.norm() > 0.0f ? Vec3(sum.normalized()) : Vec3::UnitX();
    }
};

// Lengths in particle spacings d = 1; edges of 0.5 d.
struct SmallTracker {
    explicit SmallTracker(const SoftBalls& field) : mesh(extract(field, field.bounds(), kEdge)) {
        SmallRemesh remesh(mesh, kEdge);
        const Projection projection{field, 1.0f};
        for (int round = 0; round < 4; ++round) {
            auto vertices = remesh.all();
            remesh.run(vertices, 0.3f);
            projection.run(mesh, vertices);
        }
        compact(mesh);
    }

    // After `advance` the field is that of the end of the step.
    RepairReport step(SoftBalls& field, Real dt, const std::function<void()>& advance, std::span<const Vec3> watch = {},
                      const std::function<void(std::vector<Vec3>&)>& order = {}) {
        for (Vec3& x : mesh.positions) x += dt * field.velocity(x);
        advance();
        SmallRemesh remesh(mesh, kEdge);
        const Projection projection{field, 1.0f};
        auto vertices = remesh.all();
        remesh.run(vertices, 0.0f);
        remesh.smooth(remesh.at_slivers(20.0f), 0.3f, 0.1f * kEdge);
        std::vector<Vec3> failed = projection.run(mesh, remesh.all());
        if (order) order(failed);
        RepairSettings settings;
        settings.cell = kEdge;
        settings.watch = watch;
        RepairReport report = repair_topology(mesh, field, settings, failed);
        std::vector<Index> active = report.active;
        for (int round = 0; round < 4 && !active.empty(); ++round) {
            remesh.run(active, 0.3f);
            projection.run(mesh, active);
        }
        compact(mesh);
        return report;
    }

    static constexpr Real kEdge = 0.5f;
    ConnectedMesh mesh;
};

}  // namespace lamella::test
