// What water on a mesh and drops give to a sea and take from it, cell by cell of the sea's grid (after Lee, Hyde, Li,
// Fedkiw 2019, section 4, who hand momentum over and leave volumes as they are). The amounts are whole units. What a
// cell is owed becomes a source of the pressure projection, at most kMost of the cell in a step, and what came with a
// velocity is mixed with that of the faces around,
//
//     div u = s / dt,    u_f <- (1 - q) u_f + q (mean of what came),    q = min(1, share of the face's cell that came).
//
// Without it what falls into the sea would vanish without a splash and come back as a rise of the whole level.
#pragma once

#include <lamella/level_set_liquid/level_set_solver.hpp>
#include <lamella/skinned/water_cells.hpp>

#include <map>
#include <tuple>

namespace lamella {

class LocalExchange {
public:
    static constexpr double kMost = 0.3;

    // Cells are `width` metres wide and hold `full` units.
    LocalExchange(double width, double full) : width_(width), full_(full) {}

    void give(const Vec3& x, const WaterAmount& amount);  // to the sea
    void take(const Vec3& x, std::int64_t volume);        // from it

    // To the sea, whose liquid cells were found for this step.
    void deliver(LevelSetSolver& sea, LiquidCells& cells, double dt);

    std::int64_t pending() const;  // units that were given and have not become sources yet

    template <class Visitor>
    void state(Visitor& visit) {
        std::vector<std::array<Index, 3>> places;
        std::vector<std::array<std::int64_t, 5>> rows;
        for (const auto& [place, owed] : cells_) {
            places.push_back(place);
            const auto came = owed.came.row();
            rows.push_back({owed.volume, came[0], came[1], came[2], came[3]});
        }
        visit("places", places);
        visit("owed", rows);
        cells_.clear();
        for (std::size_t k = 0; k < places.size(); ++k)
            cells_[places[k]] = {rows[k][0], WaterAmount::of_row({rows[k][1], rows[k][2], rows[k][3], rows[k][4]})};
    }

private:
    using Cell = std::array<Index, 3>;
    struct Owed {
        std::int64_t volume = 0;  // less than nothing: taken
        WaterAmount came;         // of what has a velocity, since the last delivery
    };

    Cell cell_of(const Vec3& x) const;
    void move_into_liquid(const LevelSetSolver& sea, const LiquidCells& cells);
    void push_faces(LevelSetSolver& sea) const;

    double width_, full_;
    std::map<Cell, Owed> cells_;
};

}  // namespace lamella
