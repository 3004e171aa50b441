// A function of space whose level set is a surface; it grows inwards.
#pragma once

#include <lamella/surface/kernel_set.hpp>
#include <lamella/surface/marching_cubes.hpp>

#include <memory>
#include <span>
#include <vector>

namespace lamella {

// A field and its gradient (per spacing) at a point.
struct FieldSample {
    Real value = 0.0f;
    Vec3 gradient = Vec3::Zero();
};

// Decides where vertices lie on their edges by the field itself, and keeps the gradients there.
class FieldRoots : public EdgeSolver {
public:
    virtual Vec3Column take_gradients() = 0;
};

class ImplicitField {
public:
    ImplicitField() = default;
    virtual ~ImplicitField() = default;
    ImplicitField(const ImplicitField&) = delete;
    ImplicitField& operator=(const ImplicitField&) = delete;

    // The level of the surface.
    virtual Real level() const = 0;

    // The field on all nodes near the surface.
    virtual SparseGrid sample(double cell) const = 0;

    // The field at points: for measurements, and for meshes that are moved onto the surface.
    virtual std::vector<FieldSample> samples(std::span<const Vec3> points) const = 0;

    // For the vertices of the surface of that level; none where the linear interpolation is as good.
    virtual std::unique_ptr<FieldRoots> roots(const SparseGrid& /*grid*/, Real /*level*/) const { return nullptr; }

    // The kernels that it is made of, one a particle; none where it is made otherwise.
    virtual const KernelSet* kernels() const { return nullptr; }
};

}  // namespace lamella
