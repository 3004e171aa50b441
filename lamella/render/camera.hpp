// A pinhole camera, placed by hand or fitted to a box.
#pragma once

#include <lamella/render/render_settings.hpp>
#include <lamella/render/scene_geometry.hpp>

namespace lamella {

class Camera {
public:
    // `aspect` is width over height; the frame, counted from 1, matters on a turntable, its time (s) with keys.
    Camera(const CameraSettings& settings, const Box3& bounds, Real aspect, Index frame = 1, double time = 0.0);

    // Picture coordinates go from -1 to 1, x to the right and y upwards.
    Ray ray(Real x, Real y) const;
    const Vec3& position() const { return position_; }

private:
    void place_to_fit(const Box3& bounds, Real margin);
    void go_around(const Vec3& point, const Vec3& axis, Real degrees);

    Vec3 position_;
    Vec3 right_;
    Vec3 up_;
    Vec3 forward_;
    Real half_width_;  // of the picture at distance 1
    Real half_height_;
};

}  // namespace lamella
