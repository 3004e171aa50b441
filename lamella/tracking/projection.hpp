// Vertices are moved onto the surface phi = 0, each along a line, by the Illinois variant of regula falsi (Dowell and
// Jarratt 1971). Yu 2011, section 5.3, halves a step of one spacing four times, which leaves d/16 of error that changes
// from step to step; a few secant steps leave 1e-3 d, and a last one of Newton's from there, which needs no further
// look at phi, leaves rounding. Normals of edges of d/2 feel the difference: 1e-3 d turns them by 0.2 degrees.
//
// The line runs along -grad phi where that is within 60 degrees of the vertex normal, else along the normal. The first
// guess is Newton's. Where phi has not changed its sign there, at twice as far, at 0.3 d and at 0.5 d are looked at; a
// whole spacing would lead into the next body. A vertex that finds no change of sign has failed: the surface is not
// where the mesh is, so its topology has changed. On the crumpled patch of a repair normals say little: what finds
// nothing along them looks along the gradient from where phi was least, twice.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/tracking/level_field.hpp>

#include <span>
#include <vector>

namespace lamella {

struct ProjectionSettings {
    Real spacing = 1.0f;       // d in metres; the lengths below are in spacings
    Real near = 0.3f;          // how far a change of sign is looked for
    Real far = 0.5f;           // and once more
    Real tolerance = 1e-3f;    // |phi| / |grad phi|
    int steps = 4;             // of Illinois
    Real failed_move = 0.25f;  // a vertex that fails goes no farther, and only to where |phi| is less
    bool of_patch = false;     // a vertex that fails along its normal tries the gradient
};

struct FailedVertex {
    Index vertex = -1;
    Vec3 before = Vec3::Zero();
    Vec3 after = Vec3::Zero();
};

struct ProjectionReport {
    Index vertices = 0;
    Index evaluations = 0;  // of phi
    Real largest_move = 0.0f;
    std::vector<FailedVertex> failed;  // by their numbers
};

// All vertices of the mesh that have faces, or those given.
ProjectionReport project(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& settings);
ProjectionReport project(ConnectedMesh& mesh, const LevelField& phi, const ProjectionSettings& settings,
                         std::span<const Index> vertices);

}  // namespace lamella
