// Particles in, a closed triangle mesh out: the surface of a ball of liquid.
#include <lamella/geometry/mesh_check.hpp>
#include <lamella/surface/surface_method.hpp>

#include <iostream>

int main() {
    using namespace lamella;
    const Real spacing = 0.05f;
    ParticleSet particles;
    auto& x = particles.add<Vec3Column>("P");
    for (Index n = 0; n < 21 * 21 * 21; ++n) {
        const Vec3 p = spacing * Vec3(Real(n % 21 - 10), Real(n / 21 % 21 - 10), Real(n / 441 - 10));
        if (p.norm() > 0.4f) continue;
        particles.resize(particles.size() + 1);
        x.set(particles.size() - 1, p);
    }
    const Surface surface = reconstruct(Mueller2003Parameters{}, particles, spacing);
    std::cout << particles.size() << " particles, " << surface.report.triangles << " triangles, "
              << surface.report.mesh_volume << " m^3, closed: " << check_mesh(surface.mesh).closed() << '\n';
}
