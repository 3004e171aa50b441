#include <lamella/scene/check_solids.hpp>

#include <lamella/scene/scene.hpp>

#include <fmt/format.h>

namespace lamella {
namespace {

// What solids do not meet yet.
void check_company(const Scene& scene, Refuse refuse) {
    if (!scene.fluids.empty())
        refuse("solids", "solids and liquids do not meet yet; an obstacle or a rigid body meets a liquid");
    const auto& periodic = scene.domain.periodic;
    if (scene.solids.size() > 1 && (periodic[0] || periodic[1] || periodic[2]))
        refuse("solids", "solids do not meet one another across a periodic border; one solid alone may be periodic");
    if (scene.surface)
        refuse("surface", "there is no liquid whose surface could be found; a solid has the mesh of its shape");
}

void check_fracture(const Scene& scene, const FractureParameters& fracture, const std::string& path, Refuse refuse) {
    const auto& periodic = scene.domain.periodic;
    if (periodic[0] || periodic[1] || periodic[2])
        refuse(path, "cracks do not know periodic axes; a solid that breaks needs a domain without");
    for (std::size_t n = 0; n < fracture.notches.size(); ++n) {
        const Notch& notch = fracture.notches[n];
        if (cross(notch.first_side, notch.second_side).norm() <=
            1e-6f * notch.first_side.norm() * notch.second_side.norm())
            refuse(fmt::format("{}.notches[{}]", path, n),
                   "the sides of a notch lie along one line, so it has no area");
    }
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
    if (solid.fracture) check_fracture(scene, *solid.fracture, path + ".fracture", refuse);
    for (std::size_t h = 0; h < solid.held.size(); ++h)
        if (const char* fault = solid.held[h].motion.fault()) refuse(fmt::format("{}.held[{}].motion", path, h), fault);
}

}  // namespace lamella
