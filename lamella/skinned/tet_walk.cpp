#include <lamella/skinned/tet_walk.hpp>

namespace lamella {
namespace {

constexpr int kMostCells = 256;
constexpr Real kOnFace = -1e-5f;  // of a coordinate: a point this little behind a face is inside

// The face behind which the point lies deepest, of those behind which there is something open; the deepest of all where
// there is none. -1: it is inside.
int way_out(const SkinnedTets& mesh, Index cell, const Vec4& coordinates) {
    int best = -1, any = -1;
    for (int k = 0; k < 4; ++k) {
        if (!(coordinates[k] < kOnFace)) continue;
        if (any < 0 || coordinates[k] < coordinates[any]) any = k;
        const Index next = mesh.neighbours[cell][k];
        if (next >= 0 && !mesh.solid(next) && (best < 0 || coordinates[k] < coordinates[best])) best = k;
    }
    return best >= 0 ? best : any;
}

}  // namespace

Walk walk_to(const SkinnedTets& mesh, std::span<const Vec3> x, Index cell, Vec4 coordinates, const Vec3& point) {
    for (int k = 0; k < kMostCells; ++k) {
        const int face = way_out(mesh, cell, coordinates);
        if (face < 0) return {cell, WalkEnd::inside};
        const Index next = mesh.neighbours[cell][face];
        if (next < 0) return {cell, WalkEnd::border};
        if (mesh.solid(next)) return {cell, WalkEnd::skin};
        const TetFrame frame = TetFrame::of(mesh.tets[next], x);
        if (frame.flat) return {cell, WalkEnd::lost};
        cell = next;
        coordinates = frame.coordinates(point);
    }
    return {cell, WalkEnd::lost};
}

}  // namespace lamella
