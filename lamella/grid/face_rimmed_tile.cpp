#include <lamella/core/parallel.hpp>
#include <lamella/grid/face_rimmed_tile.hpp>

namespace lamella {

std::vector<FaceNeighbours> face_neighbours(const TileSet& tiles) {
    std::vector<FaceNeighbours> result(static_cast<std::size_t>(tiles.count()));
    parallel_for(
        "face neighbours", tiles.count(),
        [&](Index t) {
            for (int axis = 0; axis < 3; ++axis) {
                result[t][2 * axis] = tiles.find(tiles.tile(t) - Vec3i::Unit(axis));
                result[t][2 * axis + 1] = tiles.find(tiles.tile(t) + Vec3i::Unit(axis));
            }
        },
        64);
    return result;
}

}  // namespace lamella
