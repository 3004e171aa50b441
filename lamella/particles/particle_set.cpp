#include <lamella/core/parallel.hpp>
#include <lamella/particles/particle_set.hpp>

namespace lamella {

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
