#include "dam_in_cube.hpp"

#include <lamella/core/random.hpp>

namespace lamella {

void put_dam_in_cube(Index n, LiquidSetup& setup) {
    setup.spacing = 0.5f / static_cast<Real>(n);
    setup.domain.box = {Vec3::Zero(), Vec3::Ones()};
    const Vec3i block(4 * n / 5, n, n);
    setup.particles.resize(block.prod());
    auto& x = setup.particles.add<Vec3Column>("P");
    setup.particles.add<Vec3Column>("v");
    setup.particles.add<IndexColumn>("phase");
    for (Index i = 0; i < block.prod(); ++i) {
        const Vec3i at(i % block.x(), i / block.x() % block.y(), i / (block.x() * block.y()));
        const Vec3 jitter = 0.2f * random_in_cube(1, 1, static_cast<std::uint64_t>(i));
        x.set(i, setup.spacing * (at.cast<Real>() + Vec3::Constant(0.5f) + jitter));
    }
}

}  // namespace lamella
