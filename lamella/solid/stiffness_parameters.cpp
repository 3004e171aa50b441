#include <lamella/core/overloaded.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/solid/stiffness_parameters.hpp>

namespace lamella {

ElasticConstants elastic_constants(const Stiffness& stiffness, Real youngs_modulus, Real poisson_ratio) {
    return std::visit(
        Overloaded{[&](const IsotropicStiffness&) {
                       return ElasticConstants{youngs_modulus, poisson_ratio};
                   },
                   [](const OrthotropicStiffness& s) {
                       return ElasticConstants::of(StiffnessTensor::orthotropic(
                           s.youngs_moduli, s.poisson_ratios, s.shear_moduli, rotation_of_degrees(s.rotation)));
                   },
                   [](const MatrixStiffness& s) {
                       StiffnessTensor::Voigt c;
                       for (int row = 0; row < 6; ++row)
                           for (int column = 0; column < 6; ++column) c(row, column) = s.rows[row][column];
                       return ElasticConstants::of(StiffnessTensor(c, rotation_of_degrees(s.rotation)));
                   }},
        stiffness);
}

}  // namespace lamella
