#include <lamella/core/error.hpp>
#include <lamella/geometry/number_track.hpp>
#include <lamella/render/camera.hpp>

#include <numbers>

namespace lamella {
namespace {

constexpr Real kRadians = std::numbers::pi_v<Real> / 180.0f;

Vec3 unit_or_error(const Vec3& v, const char* what) {
    const Real norm = v.norm();
    if (!(norm > 1e-12f)) throw InputError(what);
    return v / norm;
}

Vec3 corner_of(const Box3& box, int i) {
    return {(i & 1 ? box.max : box.min).x(), (i & 2 ? box.max : box.min).y(), (i & 4 ? box.max : box.min).z()};
}

// Position, the point looked at, and the field of view, number by number.
CameraSettings settings_at(CameraSettings settings, const Vec3& centre, double time) {
    if (settings.keys.empty()) return settings;
    NumberTrack<7> track;
    track.interpolation = settings.interpolation;
    for (const CameraKey& key : settings.keys) {
        NumberTrack<7>::Numbers numbers;
        numbers << key.position.cast<double>(), key.look_at.value_or(settings.look_at.value_or(centre)).cast<double>(),
            static_cast<double>(key.field_of_view.value_or(settings.field_of_view));
        if (!track.times.empty() && !(track.times.back() < static_cast<double>(key.time)))
            throw InputError("render.camera.keys: the times of 'keys' must increase");
        track.times.push_back(static_cast<double>(key.time));
        track.values.push_back(numbers);
    }
    const NumberTrack<7>::Numbers now = track.at(time);
    settings.position = now.head<3>().cast<Real>();
    settings.look_at = now.segment<3>(3).cast<Real>();
    settings.field_of_view = static_cast<Real>(now[6]);
    return settings;
}

}  // namespace

Camera::Camera(const CameraSettings& given, const Box3& bounds, Real aspect, Index frame, double time) {
    const Vec3 centre = bounds.empty() ? Vec3::Zero() : bounds.centre();
    const CameraSettings settings = settings_at(given, centre, time);
    position_ = settings.position.value_or(Vec3::Zero());
    const Vec3 target = settings.look_at.value_or(centre);
    forward_ = unit_or_error(settings.position ? Vec3(target - position_) : settings.direction,
                             "render.camera: the camera stands at the point it looks at");
    right_ = unit_or_error(cross(forward_, settings.up), "render.camera: the camera looks along its up direction");
    up_ = cross(right_, forward_);
    half_height_ = std::tan(0.5f * settings.field_of_view * kRadians);
    half_width_ = half_height_ * aspect;
    if (!settings.position) place_to_fit(bounds, settings.margin);
    if (settings.turntable != 0.0f)
        go_around(target, settings.up.normalized(),
                  std::fmod(settings.turntable * static_cast<Real>(frame - 1), 360.0f));
}

void Camera::go_around(const Vec3& point, const Vec3& axis, Real degrees) {
    const Real angle = degrees * kRadians;
    const auto turned = [&](const Vec3& v) {  // Rodrigues' formula
        return Vec3(std::cos(angle) * v + std::sin(angle) * cross(axis, v) +
                    (1.0f - std::cos(angle)) * axis.dot(v) * axis);
    };
    position_ = point + turned(position_ - point);
    right_ = turned(right_);
    up_ = turned(up_);
    forward_ = turned(forward_);
}

// The nearest position from which all corners (x, y, z along right, up and forward) lie within the borders:
// x - cx <= (z - cz) t and x - cx >= -(z - cz) t, and the same for y, with t the slope of the border.
void Camera::place_to_fit(const Box3& bounds, Real margin) {
    const Box3 box = bounds.empty() ? Box3{Vec3::Constant(-0.5f), Vec3::Constant(0.5f)} : bounds;
    const std::array<Vec3, 2> axes = {right_, up_};
    const std::array<Real, 2> slopes = {half_width_ * (1.0f - 2.0f * margin), half_height_ * (1.0f - 2.0f * margin)};
    Real depth = std::numeric_limits<Real>::infinity();
    position_ = Vec3::Zero();
    for (int axis = 0; axis < 2; ++axis) {
        Real above = -std::numeric_limits<Real>::infinity();
        Real below = std::numeric_limits<Real>::infinity();
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner = corner_of(box, i) - box.centre();
            above = std::max(above, corner.dot(axes[axis]) - slopes[axis] * corner.dot(forward_));
            below = std::min(below, corner.dot(axes[axis]) + slopes[axis] * corner.dot(forward_));
        }
        depth = std::min(depth, (below - above) / (2.0f * slopes[axis]));
        position_ += 0.5f * (above + below) * axes[axis];
    }
    position_ += box.centre() + std::min(depth, -1e-6f) * forward_;
}

Ray Camera::ray(Real x, Real y) const {
    return {position_, (forward_ + x * half_width_ * right_ + y * half_height_ * up_).normalized()};
}

}  // namespace lamella
