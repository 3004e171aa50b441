#include <lamella/render/texture.hpp>

#include <cmath>
#include <utility>

namespace lamella {
namespace {

Real wrapped(Real x) { return std::isfinite(x) ? x - std::floor(x) : 0.0f; }

}  // namespace

Texture::Texture(Image picture) : picture_(std::move(picture)) {
    Vec3d sum = Vec3d::Zero();
    for (const Vec3& pixel : picture_.pixels) sum += pixel.cast<double>();
    mean_ = (sum / static_cast<double>(picture_.pixels.size())).cast<Real>();
}

Vec3 Texture::at(Real u, Real v) const {
    const Index width = picture_.width, height = picture_.height;
    const Real x = wrapped(u) * static_cast<Real>(width) - 0.5f;
    const Real y = wrapped(-v) * static_cast<Real>(height) - 0.5f;
    const Real left = std::floor(x), top = std::floor(y);
    const auto pixel = [&](Index i, Index k) -> const Vec3& {
        return picture_.at((static_cast<Index>(left) + i + width) % width,
                           (static_cast<Index>(top) + k + height) % height);
    };
    const Real s = x - left, t = y - top;
    return (1.0f - t) * ((1.0f - s) * pixel(0, 0) + s * pixel(1, 0)) + t * ((1.0f - s) * pixel(0, 1) + s * pixel(1, 1));
}

Image image_of(const Picture& picture) {
    Image image(picture.width, picture.height);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        for (int c = 0; c < 3; ++c) image.pixels[i][c] = linear_of_srgb(picture.rgb[3 * i + c]);
    return image;
}

}  // namespace lamella
