#include <lamella/pipeline/setup/domain_walls.hpp>
#include <lamella/pipeline/setup/emitter_remark.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

std::string remark_on_face(const DiscEmitter& disc, const Domain& domain, double spacing, int axis, int side) {
    const Vec3d centre = disc.centre.cast<double>(), direction = disc.direction.cast<double>().normalized();
    const double room = side == 0 ? centre[axis] - domain.min[axis] : domain.max[axis] - centre[axis];
    const double outward = side == 0 ? -direction[axis] : direction[axis];
    const double rim = disc.radius * std::sqrt(std::max(1.0 - outward * outward, 0.0));
    const double tolerance = 1e-3 * spacing;
    const char* face = enum_words<DomainFace>[static_cast<std::size_t>(2 * axis + side)];
    if (room - rim < -tolerance) return fmt::format("a part of the nozzle lies outside the domain (beyond {})", face);
    if (room < 2.0 * spacing * outward) return fmt::format("the jet points out of the domain (through {})", face);
    if (is_wall(domain, axis, side) && room - rim < 0.5 * spacing - tolerance)
        return fmt::format(
            "the nozzle lies on the wall {}: particles that start closer than half a spacing to it are driven away",
            face);
    return "";
}

}  // namespace

std::string emitter_remark(const DiscEmitter& disc, const Domain& domain, Real spacing) {
    if (2.0f * disc.radius < spacing)
        return fmt::format("the nozzle is {} m across, thinner than a particle ({} m): it lets in single particles",
                           2.0f * disc.radius, spacing);
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2 && !domain.periodic[static_cast<std::size_t>(axis)]; ++side)
            if (std::string remark = remark_on_face(disc, domain, spacing, axis, side); !remark.empty()) return remark;
    return "";
}

}  // namespace lamella
