// Small subjects for the tests of the path tracer.
#pragma once

#include <lamella/core/hash.hpp>
#include <lamella/render/render_frame.hpp>

#include <numbers>

namespace lamella {

// A closed ball of 2 n^2 cells, two triangles each, without degenerate ones at the poles.
inline TriangleMesh ball_mesh(const Vec3& centre, Real radius, Index n = 24) {
    TriangleMesh mesh;
    const Index around = 2 * n;
    const auto vertex = [&](Real polar, Real angle) {
        const Vec3 unit(std::sin(polar) * std::cos(angle), std::cos(polar), std::sin(polar) * std::sin(angle));
        mesh.positions.emplace_back(centre + radius * unit);
    };
    constexpr Real pi = std::numbers::pi_v<Real>;
    vertex(0.0f, 0.0f);
    for (Index i = 1; i < n; ++i)
        for (Index j = 0; j < around; ++j)
            vertex(pi * static_cast<Real>(i) / static_cast<Real>(n), pi * static_cast<Real>(j) / static_cast<Real>(n));
    vertex(pi, 0.0f);
    const auto at = [&](Index i, Index j) { return 1 + (i - 1) * around + j % around; };
    for (Index j = 0; j < around; ++j) {
        mesh.triangles.push_back({0, at(1, j + 1), at(1, j)});
        for (Index i = 1; i + 1 < n; ++i) {
            mesh.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
            mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
        }
        mesh.triangles.push_back({at(n - 1, j), at(n - 1, j + 1), mesh.vertex_count() - 1});
    }
    return mesh;
}

inline RenderSettings small_settings(Index samples) {
    RenderSettings settings;
    settings.width = 48;
    settings.height = 32;
    settings.samples = samples;
    return settings;
}

inline Box3 unit_bounds() { return {Vec3::Constant(-1.0f), Vec3::Constant(1.0f)}; }

inline std::uint64_t hash_of(const Picture& picture) { return hash_bytes(picture.rgb.data(), picture.rgb.size()); }

}  // namespace lamella
