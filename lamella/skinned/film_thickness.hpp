// Water that lies on the skin, as thick as it is: for frames.
//
// Next to the skin a cell is not the right measure: a film is thinner. All that is in the cells whose middle lies
// within kFilmReach of the skin, over the room in them and times that reach, is the thickness h of the film there;
// amounts and rooms are averaged over neighbours first, alike, which keeps the volume. The film is where
//
//     d < h,    d the distance from the skin,
//
// and since d goes on to negative values inside, its surface lies between two nodes of a grid however thin it is. Lee,
// Hyde, Li, Fedkiw 2019, section 4.2, show samples of cells by anisotropic kernels instead; a kernel that is flattened
// to the skin until it holds its volume is as thick as h.
#pragma once

#include <lamella/skinned/carried_water.hpp>

#include <optional>

namespace lamella {

class FilmThickness {
public:
    static constexpr Real kFilmReach = 1.0f;  // long edges

    // `sunk` are the cells that stand in a sea, in which there is no film; or none.
    FilmThickness(const CarriedWater& water, std::span<const std::uint8_t> sunk);

    Real thickness(Index node) const { return thickness_[node]; }  // m
    // d - h, corrected for what straight lines in the cells make of the curved distance; where hardly anything is it
    // dives below the skin. At nodes of cells() alone.
    const std::vector<Real>& level() const { return level_; }
    // Those near the skin that have some of it.
    std::span<const Index> cells() const { return cells_; }
    // Where the water of a cell is seen: in the middle of the film over the skin, where that lies below its own middle.
    Vec3 place(Index cell) const;

private:
    void find_near();
    void find_amounts(std::span<const std::uint8_t> sunk);
    void average();
    void find_level();

    const CarriedWater& water_;
    const SkinnedTets& mesh_;
    std::vector<Index> near_, cells_;
    std::vector<Real> amounts_, rooms_;  // of near cells
    std::vector<Real> thickness_, level_;
};

}  // namespace lamella
