// Where the strands of a fur are when its skin has moved: their points go with the tetrahedra that they stood in at
// rest (Lee et al. 2019, section 2: hard bindings), moved by as much as the root's tetrahedra and the skin itself
// differ, and every segment is made as long again as it was, from the root on.
#pragma once

#include <lamella/matter/rooted_strands.hpp>
#include <lamella/skinned/skinned_tets.hpp>

#include <memory>

namespace lamella {

class FurStrands {
public:
    // `skin` is the mesh at rest on which the roots are.
    FurStrands(const SkinnedTets& mesh, std::shared_ptr<const RootedStrands> fur, const TriangleMesh& skin);

    // With the finest nodes of the mesh at `nodes`, and the vertices of the skin at `skin`; without those the roots go
    // with the tetrahedra as well.
    Strands at(const SkinnedTets& mesh, std::span<const Vec3> nodes, std::span<const Vec3> skin) const;

private:
    struct Tie {
        Index cell = 0;
        Vec4 coordinates = Vec4::Zero();
    };
    Vec3 shift(Index strand, const Vec3& root, std::span<const Vec3> skin) const;

    std::shared_ptr<const RootedStrands> fur_;
    std::vector<Tie> ties_;          // of the points
    std::vector<Vec3i> corners_;     // of the triangles of the roots
    std::vector<Vec3> root_shifts_;  // from the skin to the first point at rest
};

}  // namespace lamella
