// The checker floor: an endless plane that fades into the horizon far from the subject.
#pragma once

#include <lamella/render/render_settings.hpp>
#include <lamella/render/scene_geometry.hpp>

namespace lamella {

class Floor {
public:
    Floor(const FloorSettings& settings, const Box3& bounds, const Box3& shown);

    bool shown() const { return settings_.shown; }
    Real height() const { return height_; }

    // Where a ray from above meets it; infinity where it does not.
    Real distance(const Ray& ray) const;
    Vec3 colour(const Vec3& point) const;
    Real fade(const Vec3& point) const;  // 0 near the subject, 1 where only the horizon is seen

private:
    Real share_of_way(const Vec3& point, Real begin, Real end) const;

    FloorSettings settings_;
    Vec3 centre_;
    Real height_;
    Real tile_;
    Real size_;
};

}  // namespace lamella
