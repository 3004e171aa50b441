#include <lamella/core/parallel.hpp>
#include <lamella/skinned/fur/fur_strands.hpp>
#include <lamella/skinned/tet_frame.hpp>
#include <lamella/skinned/tet_locator.hpp>

namespace lamella {
namespace {

constexpr std::ptrdiff_t kChunk = 64;

Vec3 on_triangle(const Vec3i& corners, const Vec3& weights, std::span<const Vec3> x) {
    return weights[0] * x[corners[0]] + weights[1] * x[corners[1]] + weights[2] * x[corners[2]];
}

}  // namespace

FurStrands::FurStrands(const SkinnedTets& mesh, std::shared_ptr<const RootedStrands> fur, const TriangleMesh& skin)
    : fur_(std::move(fur)), ties_(static_cast<std::size_t>(fur_->strands.points.size())) {
    const std::vector<Vec3> rest = mesh.rest_positions();
    TetLocator locator;
    locator.place(mesh, mesh.lattice.positions, rest);
    const Strands& strands = fur_->strands;
    parallel_for(
        "ties of strands", strands.count(),
        [&](Index s) {
            const Index begin = strands.begin_of(s), end = strands.end_of(s);
            std::optional<Index> cell;  // a point in none goes with the cell of the one before it, or of the first
            for (Index i = begin; i < end && !cell; ++i) cell = locator.find(strands.positions()[i]);
            for (Index i = begin; i < end && cell; ++i) {
                const Vec3 p = strands.positions()[i];
                if (const std::optional<Index> here = locator.find(p)) cell = here;
                ties_[i] = {*cell, TetFrame::of(mesh.tets[*cell], rest).coordinates(p)};
            }
        },
        kChunk);
    for (Index s = 0; s < strands.count(); ++s) {
        const StrandRoot& root = fur_->roots[s];
        corners_.push_back(skin.triangles[root.triangle]);
        root_shifts_.push_back(strands.positions()[strands.begin_of(s)] -
                               on_triangle(corners_.back(), root.weights, skin.positions));
    }
}

// By how much the first point is to be moved from where its cell has it.
Vec3 FurStrands::shift(Index strand, const Vec3& root, std::span<const Vec3> skin) const {
    if (skin.empty()) return Vec3::Zero();
    return on_triangle(corners_[strand], fur_->roots[strand].weights, skin) + root_shifts_[strand] - root;
}

Strands FurStrands::at(const SkinnedTets& mesh, std::span<const Vec3> nodes, std::span<const Vec3> skin) const {
    Strands now = fur_->strands;
    auto& x = now.points.get<Vec3Column>("P");
    const auto& rest = fur_->strands.positions();
    parallel_for(
        "strands", now.count(),
        [&](Index s) {
            const auto carried = [&](Index i) {
                return point_in(mesh.tets[ties_[i].cell], nodes, ties_[i].coordinates);
            };
            Vec3 before = carried(now.begin_of(s));
            Vec3 place = before + shift(s, before, skin);
            x.set(now.begin_of(s), place);
            for (Index i = now.begin_of(s) + 1; i < now.end_of(s); ++i) {
                const Vec3 next = carried(i), way = next - before;
                const Real length = way.norm(), rest_length = (rest[i] - rest[i - 1]).norm();
                if (length > 0.0f) place += rest_length / length * way;
                x.set(i, place);
                before = next;
            }
        },
        kChunk);
    return now;
}

}  // namespace lamella
