#include "benchmarks.hpp"
#include "timing.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/sheets/sheet_step.hpp>

#include <algorithm>

namespace lamella {
namespace {

// A block of a lattice at the spacing 1, jittered by 0.2, each axis stretched, that moves apart.
ParticleSet block(const Vec3i& counts, const Vec3& stretch) {
    std::vector<Vec3> points;
    for (Index i = 0; i < counts.prod(); ++i) {
        const Vec3i at(i % counts.x(), i / counts.x() % counts.y(), i / (counts.x() * counts.y()));
        const Vec3 jitter = 0.2f * random_in_cube(1, 1, static_cast<std::uint64_t>(i));
        points.push_back(stretch.cwiseProduct(at.cast<Real>() + Vec3::Constant(0.5f) + jitter));
    }
    ParticleSet particles = particles_from_points(points);
    particles.add<Vec3Column>("v") = particles.positions();
    return particles;
}

struct Cost {
    double measure = 0.0;  // microseconds a particle, as all
    double springs = 0.0;
    double sheets = 0.0;
    Index thin = 0;
    Index particles = 0;
};

Cost cost(ParticleSet particles) {
    const ThreadLimit limit(1);
    SheetsAndo2011::add_columns(particles);
    NeighbourGrid grid(kSheetCell);
    grid.build(particles);
    Cost c;
    c.particles = particles.size();
    const double scale = 1e6 / particles.size();
    c.measure = scale * best_seconds([&] { measure_sheets(grid, 1.0f, {}, {}, particles); });
    c.thin = static_cast<Index>(std::ranges::count_if(particles.get<ScalarColumn>("stretch").span(),
                                                      [](Real s) { return s <= SheetParameters{}.flatness; }));
    ParticleSet moved;
    c.springs = scale * best_seconds([&] { moved = particles; },
                                     [&] { apply_springs(TangentialSprings{}, grid, 1.0f, 0.005, moved); });
    LiquidInventory inventory({}, {}, 1.0f, 1, particles);
    c.sheets = scale *
               best_seconds([&] { moved = particles; }, [&] { SheetsAndo2011({}, 1.0f).step(grid, moved, inventory); });
    return c;
}

}  // namespace

Figures sheet_benchmark() {
    const Cost deep = cost(block({60, 60, 60}, Vec3::Ones()));
    const Cost sheet = cost(block({200, 2, 200}, Vec3(1.6f, 1.0f / 2.56f, 1.6f)));
    return {"sheets",
            "measure, springs, split and collapse, one thread; a cube of 60^3 particles, a sheet of 200 x 2 x 200",
            {{"deep", deep.measure + deep.sheets, "us a particle", Bar{Better::lower, 0.5}},
             {"deep_springs", deep.springs, "us a particle", {}},
             {"thin", (sheet.measure + sheet.sheets) * sheet.particles / sheet.thin, "us a thin particle",
              Bar{Better::lower, 6.0}},
             {"thin_springs", sheet.springs, "us a particle", {}}}};
}

}  // namespace lamella
