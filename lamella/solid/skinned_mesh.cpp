#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/solid/skinned_mesh.hpp>

#include <fmt/format.h>

namespace lamella {

RestCells rest_cells(const RestShape& shape) {
    Vec3Column places;
    places.resize(shape.size());
    for (Index i = 0; i < shape.size(); ++i) places.set(i, shape.place(i));
    return {places, RestShape::kSupport * shape.spacing()};
}

void refuse_far_point(const char* what, const Vec3& m, const TieSearch& search) {
    throw InputError(
        fmt::format("{} at ({:.4g}, {:.4g}, {:.4g}) m from the domain's lowest corner, more than {:.3g} m away from "
                    "the particles of the solid",
                    what, m.x(), m.y(), m.z(), search.farthest()));
}

SkinnedMesh::SkinnedMesh(TriangleMesh mesh, const RestShape& shape) : rest_(std::move(mesh)) {
    const RestCells cells = rest_cells(shape);
    const TieSearch search{cells, RestShape::kSupport * shape.spacing()};
    const auto place = [&](Index v) { return std::array{rest_.positions[v]}; };
    if (const Index lost = ties_.add(rest_.vertex_count(), place, search); lost >= 0)
        refuse_far_point("the mesh has a vertex", rest_.positions[lost], search);
}

TriangleMesh SkinnedMesh::moved(const CarriedField& field) const {
    TriangleMesh mesh = rest_;
    mesh.attributes.resize(mesh.vertex_count());
    auto& rest = mesh.attributes.add<Vec3Column>("rest");
    parallel_for("skin", mesh.vertex_count(), [&](Index v) {
        const Vec3 m = rest_.positions[v];
        mesh.positions[v] = m + ties_.moved(v, {m}, field)[0];
        rest.set(v, m);
    });
    return mesh;
}

}  // namespace lamella
