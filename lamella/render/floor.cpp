#include <lamella/render/floor.hpp>
#include <lamella/render/light_setting.hpp>

#include <algorithm>

namespace lamella {

Floor::Floor(const FloorSettings& wanted, const Box3& bounds, const Box3& shown, std::shared_ptr<const Texture> texture)
    : shown_(wanted.shown), texture_(std::move(texture)), centre_(bounds.empty() ? Vec3::Zero() : bounds.centre()) {
    RenderSettings plain;
    plain.floor = wanted;
    const FloorSettings settings = floor_of(plain);
    colour_ = *settings.colour;
    other_colour_ = *settings.other_colour;
    coat_ = *settings.coat;
    const Real bottom = shown.empty() ? 0.0f : shown.min.y();
    size_ = bounds.empty() ? 1.0f : std::max(bounds.diagonal(), 1e-6f);
    height_ = settings.height.value_or(bottom - 1e-3f * size_);
    tile_ = settings.tile.value_or(
        bounds.empty() ? 0.1f : std::max(0.1f * std::max(bounds.size().x(), bounds.size().z()), 1e-6f));
}

Real Floor::distance(const Ray& ray) const {
    const Real above = ray.origin.y() - height_;
    if (!shown_ || above <= 0.0f || ray.direction.y() >= 0.0f) return std::numeric_limits<Real>::infinity();
    return above / -ray.direction.y();
}

Vec3 Floor::colour(const Vec3& point) const {
    const Vec3 p = (point - centre_) / tile_;
    const bool even = std::fmod(std::abs(std::floor(p.x()) + std::floor(p.z())), 2.0f) < 0.5f;
    const Vec3 here = texture_ ? texture_->at(p.x(), -p.z()) : even ? colour_ : other_colour_;
    const Vec3 mean = texture_ ? texture_->mean() : Vec3(0.5f * (colour_ + other_colour_));
    const Real blur = share_of_way(point, 0.5f, 3.5f);
    return (1.0f - blur) * here + blur * mean;
}

Real Floor::fade(const Vec3& point) const { return share_of_way(point, 1.2f, 6.0f); }

// A smooth step of the distance from the subject, in sizes of the subject.
Real Floor::share_of_way(const Vec3& point, Real begin, Real end) const {
    const Real x = point.x() - centre_.x();
    const Real z = point.z() - centre_.z();
    const Real t = std::clamp((std::sqrt(x * x + z * z) / size_ - begin) / (end - begin), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

}  // namespace lamella
