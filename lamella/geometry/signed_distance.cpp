#include <lamella/geometry/signed_distance.hpp>

#include <fmt/format.h>

namespace lamella {

MeshDistance::MeshDistance(const TriangleMesh& mesh)
    : report_(check_mesh(mesh)),
      bounds_(lamella::bounds(mesh)),
      orientation_(report_.volume < 0.0 ? -1.0 : 1.0),
      bvh_(std::make_unique<const Bvh>(mesh)),
      winding_(*bvh_) {}

Real MeshDistance::signed_distance(const Vec3& p, Real band) const {
    const ClosestPoint closest = bvh_->closest_point(p, band);
    const Real distance = closest.found() ? closest.distance() : band;
    return inside(p) ? -distance : distance;
}

std::string MeshDistance::remarks() const {
    std::string text;
    const auto add = [&](const std::string& remark) { text += (text.empty() ? "the mesh " : "; it ") + remark; };
    if (report_.triangles == 0) add("has no triangles: it encloses nothing");
    if (report_.boundary_edges > 0) {
        add(fmt::format("is not closed ({} boundary edges): its gaps are bridged by the winding number",
                        report_.boundary_edges));
    }
    if (!report_.oriented()) {
        add(fmt::format("has {} edges whose triangles turn opposite ways: its inside is uncertain there",
                        report_.inconsistent_edges));
    }
    if (inside_out()) add("is inside out: its triangles are read in the reverse order");
    return text;
}

}  // namespace lamella
