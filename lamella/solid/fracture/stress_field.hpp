// The stress of a solid at rest places: second Piola-Kirchhoff, since cracks live in the solid at rest too.
#pragma once

#include <lamella/particles/rest_cells.hpp>

namespace lamella {

class StressField {
public:
    // stress of each particle, Pa; `health` 0 to 1, by which it counts.
    StressField(const RestCells& cells, std::span<const Mat3> stress, std::span<const Real> health)
        : cells_(cells), stress_(stress), health_(health) {}

    // The mean about p with the weights 1 - (r / radius)^2; `found` is 0 where there is nothing.
    struct Mean {
        Mat3d stress = Mat3d::Zero();
        double found = 0.0;
    };
    Mean mean(const Vec3d& p, double radius) const {
        Mean sum;
        cells_.for_each_within(p, radius, [&](Index i, const Vec3d& d) {
            const double w = health_[i] * (1.0 - d.squaredNorm() / (radius * radius));
            sum.stress += w * stress_[i].cast<double>();
            sum.found += w;
        });
        if (sum.found > 0.0) sum.stress /= sum.found;
        return sum;
    }

private:
    const RestCells& cells_;
    std::span<const Mat3> stress_;
    std::span<const Real> health_;
};

}  // namespace lamella
