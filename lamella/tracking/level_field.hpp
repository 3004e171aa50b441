// A function phi whose zero set is a surface, positive inside, in metres where it is near the surface as far as its
// maker can tell.
#pragma once

#include <lamella/core/vec.hpp>

#include <span>

namespace lamella {

// phi and its gradient per metre.
struct LevelSample {
    Real value = 0.0f;
    Vec3 gradient = Vec3::Zero();
};

class LevelField {
public:
    LevelField() = default;
    virtual ~LevelField() = default;
    LevelField(const LevelField&) = delete;
    LevelField& operator=(const LevelField&) = delete;

    // phi and its gradient at points; called with many points at once, parallel inside.
    virtual void evaluate(std::span<const Vec3> points, std::span<LevelSample> out) const = 0;
};

}  // namespace lamella
