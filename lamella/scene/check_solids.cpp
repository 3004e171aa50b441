#include <lamella/scene/check_solids.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

// What solids do not meet yet.
void check_company(const Scene& scene, Refuse refuse) {
    if (!scene.fluids.empty())
        refuse("solids", "solids and liquids do not meet yet; an obstacle or a rigid body meets a liquid");
    if (!scene.bodies.empty()) refuse("solids", "solids and rigid bodies do not meet yet; an obstacle meets both");
    if (scene.surface)
        refuse("surface", "there is no liquid whose surface could be found; a solid has the mesh of its shape");
}

}  // namespace

void check_solid(const Scene& scene, std::size_t k, Refuse refuse) {
    const SceneSolid& solid = scene.solids[k];
    const std::string path = fmt::format("solids[{}]", k);
    check_company(scene, refuse);
    if (std::holds_alternative<HalfSpaceShape>(solid.shape))
        refuse(path + ".shape", "a half space has no end; a box holds the part that is meant");
    if (std::holds_alternative<J2Simo1988::Parameters>(solid.plasticity) &&
        !std::holds_alternative<NeoHooke::Parameters>(solid.material))
        refuse(path + ".plasticity", "'j2' is for large flow and needs the material 'neo_hooke'");
    for (std::size_t h = 0; h < solid.held.size(); ++h)
        if (const char* fault = solid.held[h].motion.fault()) refuse(fmt::format("{}.held[{}].motion", path, h), fault);
}

}  // namespace lamella
