#include <lamella/render/colour_map.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// Ottosson 2020, A perceptual color space for image processing: Oklab to linear sRGB.
Vec3 linear_from_oklab(Real lightness, Real a, Real b) {
    const Real l = lightness + 0.3963377774f * a + 0.2158037573f * b;
    const Real m = lightness - 0.1055613458f * a - 0.0638541728f * b;
    const Real s = lightness - 0.0894841775f * a - 1.2914855480f * b;
    const Vec3 lms(l * l * l, m * m * m, s * s * s);
    return {Vec3(4.0767416621f, -3.3077115913f, 0.2309699292f).dot(lms),
            Vec3(-1.2684380046f, 2.6097574011f, -0.3413193965f).dot(lms),
            Vec3(-0.0041960863f, -0.7034186147f, 1.7076147010f).dot(lms)};
}

}  // namespace

// Lightness grows evenly while the hue turns from violet (315 degrees) to yellow (105 degrees).
Vec3 map_colour(Real t) {
    const Real x = std::clamp(t, 0.0f, 1.0f);
    const Real hue = (315.0f - 210.0f * x) * 0.01745329252f;
    const Real chroma = 0.13f - 0.035f * std::sin(3.14159265f * x) + 0.04f * x;
    const Vec3 colour = linear_from_oklab(0.30f + 0.61f * x, chroma * std::cos(hue), chroma * std::sin(hue));
    return colour.cwiseMax(0.0f).cwiseMin(1.0f);
}

}  // namespace lamella
