// What a solver hands over for a frame. Positions are metres relative to the origin of the simulation.
#pragma once

#include <lamella/geometry/strands.hpp>
#include <lamella/geometry/tets/tet_mesh.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/grid/sparse_grid.hpp>
#include <lamella/matter/part_kind.hpp>
#include <lamella/particles/particle_set.hpp>

#include <string>
#include <variant>
#include <vector>

namespace lamella {

// Rows of a solver's own particles, in this order: nothing is copied until they are written, piece by piece.
struct ParticleRows {
    static constexpr PartKind kind = PartKind::particles;
    const ParticleSet* particles = nullptr;
    std::vector<Index> rows;
    std::vector<std::string> columns;
    Real radius = 0.0f;  // of all, where it is not 0: the column pscale
};

// Points of a surface with the columns N and pscale.
struct Surfels {
    static constexpr PartKind kind = PartKind::surfels;
    ParticleSet points;
};

struct MeshPart {
    static constexpr PartKind kind = PartKind::mesh;
    TriangleMesh mesh;
};

struct TetPart {
    static constexpr PartKind kind = PartKind::tetrahedra;
    TetMesh mesh;
};

struct StrandPart {
    static constexpr PartKind kind = PartKind::strands;
    Strands strands;
};

// Negative inside, in metres.
struct LevelSetPart {
    static constexpr PartKind kind = PartKind::level_set;
    SparseGrid distance;
};

using PartData = std::variant<ParticleRows, Surfels, MeshPart, TetPart, StrandPart, LevelSetPart>;

struct FramePart {
    std::string name;
    PartData data;
};

inline PartKind kind_of(const FramePart& part) {
    return std::visit([](const auto& data) { return data.kind; }, part.data);
}

}  // namespace lamella
