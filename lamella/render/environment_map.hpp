// Light from a picture of all directions: columns go around the vertical axis, rows from the zenith down. Directions
// are drawn with the picture's luminance, first the row, then the column (Pharr 2016, Physically Based Rendering,
// section 14.2.4). A departure: within a pixel they are uniform in solid angle, not in the picture's plane, so that the
// density has no pole at the zenith:
//     p(direction) = Y(pixel) / sum of Y(i) Omega(i) over all pixels i,
// where Y is the mean luminance of the interpolated light in a pixel and Omega its solid angle.
#pragma once

#include <lamella/render/image.hpp>
#include <lamella/render/sampler.hpp>

#include <array>
#include <memory>
#include <vector>

namespace lamella {

class EnvironmentMap {
public:
    // The picture is twice as wide as high, its light neither negative nor above 1e12, else InputError. Its middle lies
    // towards -z, its right half towards +x; `turn` degrees turn it to the left, about the vertical axis.
    EnvironmentMap(Image picture, Real strength, Real turn);

    Vec3 light(const Vec3& direction) const;  // interpolated between pixels

    bool dark() const { return total_ <= 0.0; }  // has nothing to draw directions from
    Vec3 sample(const Sampler::Point& point) const;
    Real density(const Vec3& direction) const;  // 1/sr, of sample()

private:
    struct Place {
        Real column, row;  // in pixels from the left and from the top
    };
    Place place(const Vec3& direction) const;
    Vec3 direction(Real column, Real cosine) const;
    void build_distribution();
    Real luminance_around(Index x, Index y) const;
    const Vec3& pixel(Index x, Index y) const;  // columns go on at the other border, rows end
    Real cosine_above(Index row) const;         // of the angle from the zenith to the row's upper border
    std::size_t at(Index x, Index y) const { return static_cast<std::size_t>(y) * picture_.width + x; }

    Image picture_;
    Real turn_;   // in shares of a whole turn
    Real scale_;  // strength
    double total_ = 0.0;
    std::vector<Real> luminance_;    // by pixel
    std::vector<Real> row_sums_;     // up to and with each row, in shares of all
    std::vector<Real> column_sums_;  // up to and with each pixel, in shares of its row
};

using Environments = std::vector<std::shared_ptr<const EnvironmentMap>>;

}  // namespace lamella
