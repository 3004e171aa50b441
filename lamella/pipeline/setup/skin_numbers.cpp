#include <lamella/core/error.hpp>
#include <lamella/pipeline/environments.hpp>
#include <lamella/pipeline/setup/shape_field.hpp>
#include <lamella/pipeline/setup/skin_numbers.hpp>

namespace lamella {
namespace {

// Between 0 and 1.
using Brightness = std::function<Real(const ClosestPoint&)>;

Vec3 between_corners(const TriangleMesh& skin, const Vec3Column& column, const ClosestPoint& at) {
    const Vec3i& t = skin.triangles[static_cast<std::size_t>(at.triangle)];
    const Vec3& w = at.barycentric;
    return w[0] * column[t[0]] + w[1] * column[t[1]] + w[2] * column[t[2]];
}

// A mask is no light: half of a picture's brightness is a byte of 128.
Real byte_share(const Vec3& light) { return static_cast<Real>(srgb_byte(light.mean())) / 255.0f; }

Brightness brightness_of(const VertexPaint&, const std::shared_ptr<const TriangleMesh>& skin, const Vec3d&, Assets&) {
    const auto* colour = skin->attributes.find<Vec3Column>("Cd");
    if (!colour) throw InputError("the skin has no vertex colours (Cd)");
    return [skin, colour](const ClosestPoint& at) {
        return std::clamp(between_corners(*skin, *colour, at).mean(), 0.0f, 1.0f);
    };
}

Brightness brightness_of(const ImageOnSkin& image, const std::shared_ptr<const TriangleMesh>& skin, const Vec3d& origin,
                         Assets& assets) {
    const auto picture = texture_of(image.file, assets);
    const auto* uv = skin->attributes.find<Vec3Column>("uv");
    if (!uv && needs_uv(image.projection)) throw InputError("the skin has no texture coordinates (uv)");
    return [skin, uv, picture, projection = image.projection, origin](const ClosestPoint& at) {
        const Vec3 own = uv ? between_corners(*skin, *uv, at) : Vec3(Vec3::Zero());
        const Vec3 place = place_of(projection, (at.point.cast<double>() + origin).cast<Real>(), own);
        return byte_share(picture->at(place.x(), place.y()));
    };
}

Brightness brightness_of(const ShapeOnSkin& shape, const std::shared_ptr<const TriangleMesh>&, const Vec3d& origin,
                         Assets& assets) {
    return [field = shape_field(shape.shape, origin, assets)](const ClosestPoint& at) {
        return field.signed_distance(at.point) < 0.0f ? 1.0f : 0.0f;
    };
}

}  // namespace

SkinNumber skin_number(const SkinPaint& paint, const std::shared_ptr<const TriangleMesh>& skin, const Vec3d& origin,
                       Assets& assets) {
    const Brightness brightness =
        std::visit([&](const auto& source) { return brightness_of(source, skin, origin, assets); }, paint.source);
    return [brightness, low = paint.low, high = paint.high](const ClosestPoint& at) {
        return std::lerp(low, high, brightness(at));
    };
}

}  // namespace lamella
