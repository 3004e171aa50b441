#include <lamella/eulerian/answering_faces.hpp>

#include <algorithm>

namespace lamella {
namespace {

// The share of the low face of a cell that is open beside what never moves, from its corners in order around it.
Real resting_share(const RimmedTile<float, 1>& distance, std::size_t at, std::size_t axis) {
    const std::size_t u = kAlong[axis == 0 ? 1 : 0], v = kAlong[axis == 2 ? 1 : 2];
    const auto& d = distance.values;
    return open_share_of_square(d[at], d[at + u], d[at + u + v], d[at + v]);
}

// Calls f(cell) for the cells of a tile and those behind its high side along the axis.
template <class F>
void for_each_low_face(int axis, F&& f) {
    Vec3i most = Vec3i::Constant(kTileWidth - 1), cell;
    most[axis] = kTileWidth;
    for (cell.z() = 0; cell.z() <= most.z(); ++cell.z())
        for (cell.y() = 0; cell.y() <= most.y(); ++cell.y())
            for (cell.x() = 0; cell.x() <= most.x(); ++cell.x()) f(cell);
}

}  // namespace

bool AnsweringFaces::find(const TileSet& tiles, Index t, const TilesAround& around, const SolidGrid& solids,
                          std::span<const Index> answering) {
    const double dx = solids.cell();
    const Vec3i first = tiles.first_cell(t);
    const auto is_near = [&](Index b) { return solids.is_near(static_cast<std::size_t>(b), tiles, t); };
    if (std::ranges::none_of(answering, is_near)) return false;
    RimmedTile<float, 1> distance, open;
    distance.gather(solids.resting_corner_distance(), around, -1.0f);
    bool any = false;
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        open.gather(solids.open_share()[a], around, 0.0f);
        share[a].values.fill(0.0f);
        body[a].values.fill(-1);
        for_each_low_face(axis, [&](const Vec3i& cell) {
            const auto at = static_cast<std::size_t>(RimmedTile<float, 1>::index(cell.x(), cell.y(), cell.z()));
            if (open.values[at] == 1.0f) return;
            const Real closed = resting_share(distance, at, a) - open.values[at];
            if (!(closed > 0.0f)) return;
            const Vec3 p =
                (dx * (first + cell).cast<double>()).cast<Real>() + static_cast<Real>(dx) * face_offset(axis);
            const Index nearest = solids.nearest_answering_body(p);
            const auto number = static_cast<std::size_t>(nearest);
            if (solids.bodies()[number].distance(solids.states().of[number], p) > static_cast<Real>(dx)) return;
            share[a].values[at] = closed;
            body[a].values[at] = nearest;
            any = true;
        });
    }
    return any;
}

}  // namespace lamella
