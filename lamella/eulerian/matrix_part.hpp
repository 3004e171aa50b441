// What a system of equations has in its matrix besides a PoissonSystem: of low rank, so that a preconditioner may leave
// it out. Together they are symmetric and positive.
#pragma once

#include <span>

namespace lamella {

class MatrixPart {
public:
    virtual ~MatrixPart() = default;

    // y += sign times this part times x; gives x times that part times x.
    virtual double add_product(std::span<const float> x, double sign, std::span<float> y) const = 0;
    virtual double add_product(std::span<const double> x, double sign, std::span<float> y) const = 0;
};

}  // namespace lamella
