// A solid that bends, as a scene says it.
#pragma once

#include <lamella/geometry/motion.hpp>
#include <lamella/scene/scene_fracture.hpp>
#include <lamella/scene/scene_shape.hpp>
#include <lamella/solid/sampling/sampling_parameters.hpp>
#include <lamella/solid/solid_methods.hpp>
#include <lamella/solid/stiffness_parameters.hpp>
#include <lamella/surfels/surfel_parameters.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lamella {

// Whatever of a solid lies in the shape at the start is fixed, or follows keyframes.
struct HeldShape {
    Shape shape;
    Motion motion;
    double until = 1e9;

    static constexpr auto fields() {
        return field_list(Field{"", &HeldShape::shape, "", any_value(), "the shape"},
                          Field{"motion", &HeldShape::motion, "", any_value(), "how what it holds moves by keyframes"},
                          Field{"until", &HeldShape::until, "s", at_least(0), "when it lets go"});
    }
};

struct MeshSkin {
    static constexpr const char* name = "mesh";
    static constexpr const char* sentence = "the mesh of the shape; broken solids have the meshes of their fragments";

    static constexpr auto fields() { return field_list(); }
};
using Skin = std::variant<MeshSkin, SurfelParameters>;

struct SceneSolid {
    std::string name;
    Shape shape;
    std::optional<Real> spacing;
    Real density = 1000.0f;
    Real youngs_modulus = 1e5f;
    Real poisson_ratio = 0.3f;
    Stiffness stiffness;
    MaterialLaws::Parameters material;
    Plasticities::Parameters plasticity;
    Vec3 velocity = Vec3::Zero();
    Vec3 spin = Vec3::Zero();
    Real friction = 0.5f;
    Real contact_damping = 0.3f;
    std::vector<HeldShape> held;
    std::optional<SceneFracture> fracture;
    Skin skin;
    Sampling sampling;

    static constexpr auto fields() {
        return field_list(
            Field{"name", &SceneSolid::name, "", range(1, 64), "names it: letters, digits, '_' and '-'"}.required(),
            Field{"shape", &SceneSolid::shape, "", any_value(), "its shape at rest, where it starts"}.required(),
            Field{"spacing", &SceneSolid::spacing, "m", above(0),
                  "distance of its particles; without it the scene's particle_spacing"},
            Field{"density", &SceneSolid::density, "kg/m^3", range(1e-3, 1e6), "of its matter at rest"},
            Field{"youngs_modulus", &SceneSolid::youngs_modulus, "Pa", above(0),
                  "how hard it is to stretch (jelly 1e4, rubber 1e6, steel 2e11); steps shorten with its root"},
            Field{"poisson_ratio", &SceneSolid::poisson_ratio, "1", range(-0.95, 0.495),
                  "how much it narrows when it is stretched (cork 0, steel 0.3, rubber 0.49); at 0.5 nothing could be "
                  "compressed and sound had no bound"},
            Field{"stiffness", &SceneSolid::stiffness, "", any_value(),
                  "whether it is the same in all directions; if not, youngs_modulus and poisson_ratio do not matter"}
                .silent(),
            Field{"material", &SceneSolid::material, "", any_value(), "the law of its stress"},
            Field{"plasticity", &SceneSolid::plasticity, "", any_value(), "whether and how it yields"},
            Field{"velocity", &SceneSolid::velocity, "m/s", any_value(), "of its centre of mass at the start"},
            Field{"spin", &SceneSolid::spin, "rad/s", any_value(), "how fast it turns at the start, about this axis"},
            Field{"friction", &SceneSolid::friction, "1", range(0, 10),
                  "on whatever it touches; of two solids the root of the product counts"},
            Field{
                "contact_damping", &SceneSolid::contact_damping, "1", range(0, 1),
                "how much an impact loses where matter touches, as a share of what would stop it at once; 0: nothing"},
            Field{"held", &SceneSolid::held, "", any_value(), "shapes that hold what of it lies in them"},
            Field{"fracture", &SceneSolid::fracture, "", any_value(), "how it breaks; without it never"}.silent(),
            Field{"skin", &SceneSolid::skin, "", any_value(), "what is shown of it"}.silent(),
            Field{"sampling", &SceneSolid::sampling, "", any_value(), "how it is sampled with particles"}.silent());
    }
};

}  // namespace lamella
