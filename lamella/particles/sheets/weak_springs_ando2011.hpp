// Weak springs that spread particles evenly (Ando, Tsuruno 2011, section 3). In each step a particle moves by
//
//     d_i = k d sum_j (p_i - p_j) / r  (1 - r^2 / d^2),   r = |p_i - p_j| < d                  (7)
//
// and takes the velocity that the particles had at its new place,
//
//     u(x) = sum_j m_j u_j W / sum_j m_j W,   W = d^2 / r^2 - 1  for r < d                     (1), (3)
//
// k = alpha_5 dt is what counts: 0.3 with the printed numbers, while the springs of a compressed lattice swing from
// 0.25 on. As printed they also push particles out of sheets, and liquid that is thinned and gathered again gains 40 to
// 80 % of volume (the deformation of Enright 2002). The default therefore takes away the part of d_i along the normal
// wherever the surroundings have one (7'), and leaves threads alone, whose particles have nowhere to go but outwards:
// in a falling stream that thins from ten particles across to three they made 40 % too much area. |d_i| is at most d
// / 4.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/particles/sheets/sheet_measure_ando2011.hpp>

#include <variant>

namespace lamella {

struct NoSprings {
    static constexpr const char* name = "none";
    static constexpr const char* sentence = "particles are where the flow carries them";
    static constexpr auto fields() { return field_list(); }
};

struct TangentialSprings {
    static constexpr const char* name = "tangential";
    static constexpr const char* sentence =
        "weak springs that do not push along the normal of surfaces and sheets (after Ando and Tsuruno 2011, eq. 7)";

    Real stiffness = 0.1f;

    static constexpr auto fields() {
        return field_list(Field{"stiffness", &TangentialSprings::stiffness, "1", range(0, 0.25),
                                "share of a spacing by which two particles at one place part in a step; from 0.25 on a "
                                "compressed lattice swings"});
    }
};

struct PrintedSprings {
    static constexpr const char* name = "printed";
    static constexpr const char* sentence =
        "weak springs as printed in Ando and Tsuruno 2011, eq. 7, for comparison: sheets swell";

    Real stiffness = 50.0f;

    static constexpr auto fields() {
        return field_list(Field{"stiffness", &PrintedSprings::stiffness, "1/s", range(0, 1e4),
                                "alpha_5; times the step it should stay below 0.25"});
    }
};

using WeakSpringMethod = std::variant<NoSprings, TangentialSprings, PrintedSprings>;

// Moves the particles of the grid, whose radius is kSheetCell spacings, for a step of dt, and gives them their new
// velocities (columns P, v, id; `normal` and `breadth` for the tangential ones). The grid is out of date
// afterwards.
void apply_springs(const WeakSpringMethod& method, const NeighbourGrid& grid, Real spacing, double dt,
                   ParticleSet& particles);

}  // namespace lamella
