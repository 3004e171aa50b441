// What a scene says of the stiffness of a solid in its directions.
#pragma once

#include <lamella/core/fields.hpp>
#include <lamella/core/vec.hpp>
#include <lamella/solid/elastic_constants.hpp>

#include <array>
#include <variant>

namespace lamella {

inline constexpr const char* kGrainSentence =
    "turns of the material's axes in the solid at rest, about x, then y, then z";

struct IsotropicStiffness {
    static constexpr const char* name = "isotropic";
    static constexpr const char* sentence = "the same in all directions, by youngs_modulus and poisson_ratio";
    static constexpr auto fields() { return field_list(); }
};

struct OrthotropicStiffness {
    static constexpr const char* name = "orthotropic";
    static constexpr const char* sentence = "three planes of symmetry: wood, fibres, rolled sheet";
    Vec3 youngs_moduli = Vec3::Zero();
    Vec3 poisson_ratios = Vec3::Zero();
    Vec3 shear_moduli = Vec3::Zero();
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        using S = OrthotropicStiffness;
        return field_list(
            Field{"youngs_moduli", &S::youngs_moduli, "Pa", above(0), "along the material's axes 1, 2, 3"}.required(),
            Field{"poisson_ratios", &S::poisson_ratios, "1", range(-10, 10),
                  "23, 13, 12: how much it narrows along the second axis when it is stretched along the first"}
                .required(),
            Field{"shear_moduli", &S::shear_moduli, "Pa", above(0), "of the shears 23, 13, 12"}.required(),
            Field{"rotation", &S::rotation, "deg", any_value(), kGrainSentence});
    }
};

struct MatrixStiffness {
    static constexpr const char* name = "matrix";
    static constexpr const char* sentence = "any stiffness, as six rows of six numbers";
    std::array<std::array<Real, 6>, 6> rows{};
    Vec3 rotation = Vec3::Zero();

    static constexpr auto fields() {
        using S = MatrixStiffness;
        return field_list(Field{"rows", &S::rows, "Pa", any_value(),
                                "stress by strain in the order 11, 22, 33, 23, 13, 12, the shears as twice the strain"}
                              .required(),
                          Field{"rotation", &S::rotation, "deg", any_value(), kGrainSentence});
    }
};

using Stiffness = std::variant<IsotropicStiffness, OrthotropicStiffness, MatrixStiffness>;

// An InputError where they describe no stiffness.
ElasticConstants elastic_constants(const Stiffness& stiffness, Real youngs_modulus, Real poisson_ratio);

}  // namespace lamella
