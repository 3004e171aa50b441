#include <lamella/render/media_stack.hpp>
#include <lamella/render/straight_light.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Insertion keeps the order of equal distances, and there are few.
void sort_by_distance(std::span<Crossing> crossings) {
    for (std::size_t i = 1; i < crossings.size(); ++i)
        for (std::size_t k = i; k > 0 && crossings[k].distance < crossings[k - 1].distance; --k)
            std::swap(crossings[k], crossings[k - 1]);
}

// The bodies that are left more often than they were entered until then.
MediaStack media_at_start(std::span<const Crossing> crossings) {
    MediaStack start, inside;
    for (const Crossing& c : crossings) {
        if (!c.leaves) {
            inside.enter(c.medium);
        } else if (inside.holds(c.medium)) {
            inside.leave(c.medium);
        } else {
            start.enter(c.medium);
        }
    }
    return start;
}

// Without bending there is no total reflection: the ray counts as coming from the thinner side.
Real transmission(Real cosine, Real ior, Real other_ior) {
    return 1.0f - fresnel_reflectance(cosine, std::max(ior, other_ior) / std::min(ior, other_ior));
}

}  // namespace

Vec3 straight_transmittance(std::span<Crossing> all, Real end) {
    const auto beyond = std::remove_if(all.begin(), all.end(), [&](const Crossing& c) { return c.distance >= end; });
    const std::span<Crossing> crossings(all.begin(), beyond);
    if (crossings.empty()) return Vec3::Ones();
    sort_by_distance(crossings);
    MediaStack media = media_at_start(crossings);
    Vec3 depth = Vec3::Zero();
    Real share = 1.0f;
    Real last = 0.0f;
    for (const Crossing& c : crossings) {
        depth += (c.distance - last) * media.absorption();
        last = c.distance;
        const MediaStack before = media;
        c.leaves ? media.leave(c.medium) : media.enter(c.medium);
        if (!same_optics(before, media)) share *= transmission(c.cosine, before.ior(), media.ior());
    }
    if (std::isfinite(end)) depth += (end - last) * media.absorption();
    return share * beer_transmittance(depth);
}

}  // namespace lamella
