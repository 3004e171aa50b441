// The floor: an endless plane of tiles that fades into the horizon far from the subject.
#pragma once

#include <lamella/render/render_settings.hpp>
#include <lamella/render/scene_geometry.hpp>
#include <lamella/render/texture.hpp>

namespace lamella {

class Floor {
public:
    // With the colours of the plain setting where the settings name none; the texture replaces them.
    Floor(const FloorSettings& settings, const Box3& bounds, const Box3& shown,
          std::shared_ptr<const Texture> texture = nullptr);

    bool shown() const { return shown_; }
    Real height() const { return height_; }

    // Where a ray from above meets it; infinity where it does not.
    Real distance(const Ray& ray) const;
    Vec3 colour(const Vec3& point) const;
    Real coat() const { return coat_; }  // index of refraction, 1 without one
    Real fade(const Vec3& point) const;  // 0 near the subject, 1 where only the horizon is seen

private:
    Real share_of_way(const Vec3& point, Real begin, Real end) const;

    bool shown_;
    Vec3 colour_;
    Vec3 other_colour_;
    Real coat_;
    std::shared_ptr<const Texture> texture_;
    Vec3 centre_;
    Real height_;
    Real tile_;
    Real size_;
};

}  // namespace lamella
