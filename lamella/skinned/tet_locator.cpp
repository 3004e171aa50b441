#include <lamella/skinned/tet_frame.hpp>
#include <lamella/skinned/tet_locator.hpp>

#include <cmath>

namespace lamella {
namespace {

constexpr Real kOnFace = -1e-5f;
constexpr double kMostBoxes = 4e6;

bool contains(const Vec4i& tet, std::span<const Vec3> x, const Vec3& p) {
    const TetFrame frame = TetFrame::of(tet, x);
    return !frame.flat && frame.coordinates(p).minCoeff() >= kOnFace;
}

}  // namespace

Vec3i TetLocator::box_of(const Vec3& p) const {
    const Vec3 at = (p - bounds_.min) / width_;
    return at.cwiseMax(0.0f).cast<Index>().cwiseMin(Vec3i(counts_.array() - 1));
}

void TetLocator::place(const SkinnedTets& mesh, std::span<const Vec3> lattice, std::span<const Vec3> finest) {
    mesh_ = &mesh;
    lattice_ = lattice;
    finest_ = finest;
    bounds_ = {};
    for (const Vec3& p : lattice) bounds_.extend(p);
    const Vec3 size = bounds_.size();
    const double volume = size.cast<double>().prod();
    width_ = std::max(static_cast<Real>(mesh.cell * std::exp2(mesh.refinements.size())),
                      static_cast<Real>(std::cbrt(volume / kMostBoxes)));
    counts_ = (size / width_).cast<Index>().array() + 1;
    starts_.assign(static_cast<std::size_t>(counts_.prod()) + 1, 0);
    const auto visit = [&](auto&& enter) {
        for (Index c = 0; c < mesh.lattice.tet_count(); ++c) {
            Box3 box;
            for (const Index node : mesh.lattice.tets[c]) box.extend(lattice[node]);
            const Vec3i low = box_of(box.min), high = box_of(box.max);
            for (Index z = low.z(); z <= high.z(); ++z)
                for (Index y = low.y(); y <= high.y(); ++y)
                    for (Index x = low.x(); x <= high.x(); ++x) enter(number_of({x, y, z}), c);
        }
    };
    visit([&](std::size_t box, Index) { ++starts_[box + 1]; });
    for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
    cells_.resize(static_cast<std::size_t>(starts_.back()));
    std::vector<Index> next(starts_.begin(), starts_.end() - 1);
    visit([&](std::size_t box, Index c) { cells_[next[box]++] = c; });
}

std::optional<Index> TetLocator::find(const Vec3& point) const {
    if (!bounds_.contains(point)) return std::nullopt;
    const std::size_t box = number_of(box_of(point));
    for (Index k = starts_[box]; k < starts_[box + 1]; ++k) {
        const Index coarse = cells_[k];
        if (!contains(mesh_->lattice.tets[coarse], lattice_, point)) continue;
        for (Index fine = mesh_->first_of_lattice[coarse]; fine < mesh_->first_of_lattice[coarse + 1]; ++fine)
            if (contains(mesh_->tets[fine], finest_, point)) return fine;
    }
    return std::nullopt;
}

}  // namespace lamella
