#include <lamella/core/parallel.hpp>
#include <lamella/skinned/skin_paint.hpp>

namespace lamella {

std::vector<Real> painted_nodes(const SkinnedTets& mesh, const TriangleMesh& skin, const SkinNumber& number,
                                Real reach) {
    const std::vector<Vec3> places = mesh.rest_positions();
    const Bvh tree(skin);
    std::vector<Real> values(places.size(), 0.0f);
    parallel_for(
        "paint of nodes", static_cast<Index>(places.size()),
        [&](Index i) {
            if (std::abs(mesh.node_distances[i]) <= reach) values[i] = number(tree.closest_point(places[i]));
        },
        64);
    return values;
}

}  // namespace lamella
