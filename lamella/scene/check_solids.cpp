#include <lamella/scene/check_solids.hpp>

#include <lamella/core/error.hpp>
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

void check_stiffness(const SceneSolid& solid, const std::string& path, Refuse refuse) {
    if (std::holds_alternative<IsotropicStiffness>(solid.stiffness)) return;
    if (!std::holds_alternative<Elastic::Parameters>(solid.plasticity))
        refuse(path + ".plasticity", "what yields has one stiffness for all directions, 'isotropic'");
    try {
        elastic_constants(solid.stiffness, solid.youngs_modulus, solid.poisson_ratio);
    } catch (const InputError& error) {
        refuse(path + ".stiffness", error.what());
    }
}

// Higher or shorter ones would fold the faces of meshes whose cells are half a spacing.
void check_roughness(const FractureParameters& law, Real spacing, const std::string& path, Refuse refuse) {
    if (law.roughness > 0.5f * spacing)
        refuse(path + ".roughness", fmt::format("{} m is more than half a spacing, {} m, so faces would fold",
                                                law.roughness, 0.5f * spacing));
    if (law.roughness_length > 0.0f && law.roughness_length < spacing)
        refuse(path + ".roughness_length", fmt::format("{} m is less than a spacing, {} m, so no bump would be seen",
                                                       law.roughness_length, spacing));
}

void check_fracture(const Scene& scene, const SceneFracture& fracture, const std::string& path, Refuse refuse) {
    const auto& periodic = scene.domain.periodic;
    if (periodic[0] || periodic[1] || periodic[2])
        refuse(path, "cracks do not know periodic axes; a solid that breaks needs a domain without");
    for (std::size_t c = 0; c < fracture.cracks.size(); ++c)
        if (fracture.cracks[c].file.has_value() == !fracture.cracks[c].crack.points.empty())
            refuse(fmt::format("{}.cracks[{}]", path, c), "a crack is painted by 'points' or by a 'file', one of both");
    for (std::size_t n = 0; n < fracture.law.notches.size(); ++n) {
        const Notch& notch = fracture.law.notches[n];
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
    check_stiffness(solid, path, refuse);
    if (solid.fracture)
        check_roughness(solid.fracture->law, solid.spacing.value_or(scene.particle_spacing), path + ".fracture",
                        refuse);
    if (solid.fracture && std::holds_alternative<OctreeSampling>(solid.sampling))
        refuse(path + ".sampling", "cracks run through cells of one size; what breaks has the sampling 'regular'");
    if (solid.fracture) check_fracture(scene, *solid.fracture, path + ".fracture", refuse);
    for (std::size_t h = 0; h < solid.held.size(); ++h)
        if (const char* fault = solid.held[h].motion.fault()) refuse(fmt::format("{}.held[{}].motion", path, h), fault);
}

}  // namespace lamella
