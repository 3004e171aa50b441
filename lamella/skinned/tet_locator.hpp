// Which cell of a bent mesh a point is in, from nothing: by boxes over the cells of its lattice.
#pragma once

#include <lamella/skinned/skinned_tets.hpp>

#include <optional>

namespace lamella {

class TetLocator {
public:
    // Where the lattice's nodes and the finest ones are.
    void place(const SkinnedTets& mesh, std::span<const Vec3> lattice, std::span<const Vec3> finest);

    // The cell of the lowest number that the point is in.
    std::optional<Index> find(const Vec3& point) const;

private:
    Vec3i box_of(const Vec3& p) const;
    std::size_t number_of(const Vec3i& box) const {
        return static_cast<std::size_t>(box.x()) +
               static_cast<std::size_t>(counts_.x()) *
                   (static_cast<std::size_t>(box.y()) +
                    static_cast<std::size_t>(counts_.y()) * static_cast<std::size_t>(box.z()));
    }

    const SkinnedTets* mesh_ = nullptr;
    std::span<const Vec3> lattice_, finest_;
    Box3 bounds_;
    Real width_ = 0.0f;
    Vec3i counts_ = Vec3i::Zero();
    std::vector<Index> starts_, cells_;  // of the lattice, in each box
};

}  // namespace lamella
