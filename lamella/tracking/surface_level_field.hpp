// The field of a surface (surface/implicit_field.hpp) as a level field: phi = d (field - level). It is a distance in
// size only: |grad phi| is the slope of the field per spacing, about 0.5 for fields made of kernels.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/surface/implicit_field.hpp>
#include <lamella/tracking/level_field.hpp>

namespace lamella {

class SurfaceLevelField : public LevelField {
public:
    // The field must live on.
    SurfaceLevelField(const ImplicitField& field, Real level, Real spacing)
        : field_(field), level_(level), spacing_(spacing) {}

    void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const override {
        const std::vector<FieldSample> samples = field_.samples(points);
        parallel_for("level samples", static_cast<Index>(samples.size()), [&](Index i) {
            out[i] = {spacing_ * (samples[i].value - level_), samples[i].gradient};
        });
    }

private:
    const ImplicitField& field_;
    Real level_;
    Real spacing_;
};

}  // namespace lamella
