// A solid in balance under small loads: the linear answer of its forces, by conjugate gradients.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/core/run.hpp>
#include <lamella/solid/elasticity_keiser2006.hpp>

namespace lamella {

class StaticSolid {
public:
    explicit StaticSolid(const ElasticityKeiser2006& elasticity);

    // Displacements under forces on the particles, where those for which moves(i) does not hold stay where they are
    // put.
    void solve(const Run& run, const std::vector<Vec3d>& loads, FunctionRef<bool(Index)> moves);

    std::vector<Vec3d>& displacements() { return u_; }
    // Half of the displacements times the forces that they cost.
    double energy();

private:
    const std::vector<Vec3d>& stiffness_times(const std::vector<Vec3d>& u);

    ElasticityKeiser2006 elasticity_;
    QuadArray tried_;
    std::vector<Vec3d> forces_;
    std::vector<Vec3d> u_;
};

}  // namespace lamella
