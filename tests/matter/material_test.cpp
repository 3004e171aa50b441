#include <lamella/core/error.hpp>
#include <lamella/matter/material.hpp>
#include <lamella/matter/solver_parameters.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

TEST(Material, OneDensityIsThatOfAllOrNone) {
    EXPECT_EQ(common_density(PhaseMaterials{{900.0f, 1.0f}, {900.0f, 2.0f}}), 900.0f);
    EXPECT_THROW(common_density(PhaseMaterials{{900.0f, 1.0f}, {1000.0f, 1.0f}}), InputError);
    EXPECT_THROW(common_density(PhaseMaterials{}), InputError);
}

TEST(Material, ViscositiesMayDiffer) {
    const PhaseMaterials two{{1000.0f, 0.5f}, {1000.0f, 2.0f}};
    EXPECT_EQ(largest_viscosity(two), 2.0f);
    EXPECT_FALSE(one_viscosity(two));
    EXPECT_TRUE(one_viscosity(PhaseMaterials{{1000.0f, 0.5f}, {900.0f, 0.5f}}));
    EXPECT_TRUE(one_viscosity(PhaseMaterials{}));
}

TEST(Material, AParticleWeighsItsCube) { EXPECT_FLOAT_EQ(PhaseMaterial{500.0f}.particle_mass(0.1f), 0.5f); }

TEST(SolverParameters, StepsAreInOrder) {
    EXPECT_FALSE(fault_of_steps(1e-6, 1e-6));
    EXPECT_EQ(fault_of_steps(0.5, 0.25)->path, "min_step");
}

}  // namespace
}  // namespace lamella
