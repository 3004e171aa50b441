#include <lamella/grid/face_field.hpp>

namespace lamella {

Vec3 interpolate_faces(const TileSet& tiles, const Vec3i& first, const FaceField& field, const Vec3& at) {
    Vec3 value;
    for (int a = 0; a < 3; ++a) {
        const Vec3 place = at - face_offset(a);
        const Vec3i base = place.array().floor().matrix().cast<Index>();
        const NodePlace corners{base, place - base.cast<Real>()};
        value[a] = 0.0f;
        for_each_corner(corners, [&](const Vec3i& node, const Vec3& o) {
            const Real weight = (1.0f - std::abs(o.x())) * (1.0f - std::abs(o.y())) * (1.0f - std::abs(o.z()));
            value[a] += weight * field[static_cast<std::size_t>(a)].at(tiles, first + node, 0.0f);
        });
    }
    return value;
}

}  // namespace lamella
