#include <lamella/core/parallel.hpp>
#include <lamella/particles/particle_set.hpp>

namespace lamella {

ParticleSet particles_from_points(std::span<const Vec3> points) {
    ParticleSet particles;
    particles.resize(static_cast<Index>(points.size()));
    auto& x = particles.add<Vec3Column>("P");
    auto& id = particles.add<IndexColumn>("id");
    for (Index i = 0; i < particles.size(); ++i) {
        x.set(i, points[static_cast<std::size_t>(i)]);
        id[i] = i;
    }
    return particles;
}

Box3 bounds(const Vec3Column& positions) {
    return parallel_reduce(
        "bounds", positions.size(), Box3{},
        [&](Index i) {
            return Box3{positions[i], positions[i]};
        },
        [](Box3 a, const Box3& b) {
            a.extend(b);
            return a;
        });
}

}  // namespace lamella
