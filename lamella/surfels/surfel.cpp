#include <lamella/surfels/surfel.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// Two ellipses with these half-axes at these places to both sides cover the unit disc.
constexpr Real kHalfPlace = 0.4f;
constexpr Real kHalfLength = 0.65f;
constexpr Real kHalfWidth = 1.275f;
constexpr Real kSameDirection = 0.97f;  // cosine between cuts, of which the nearer one is enough
constexpr Real kLimitGrowth = 1.25f;    // so that halves split again at about twice the stretch

Real length_of(const SurfelClip& c) { return std::sqrt(c.x * c.x + c.y * c.y); }
Real distance(const SurfelClip& c) { return c.most / length_of(c); }

// The first one (5.29), by the mean and half the difference of its eigenvalues.
struct FundamentalForm {
    Real ab, half, root, mean;

    FundamentalForm(const Vec3& a, const Vec3& b) : ab(a.dot(b)) {
        const Real aa = a.squaredNorm(), bb = b.squaredNorm();
        half = 0.5f * (aa - bb);
        root = std::sqrt(half * half + ab * ab);
        mean = 0.5f * (aa + bb);
    }
    Real longer() const { return std::sqrt(mean + root); }
};

}  // namespace

void RestSurfel::clip(SurfelClip line) {
    if (!line.cuts()) return;
    const Real length = length_of(line);
    if (length > 0.0f) line = {line.x / length, line.y / length, line.most / length};
    for (SurfelClip& c : clips)
        if (c.cuts() && c.x * line.x + c.y * line.y > kSameDirection * length_of(c)) {
            if (distance(line) < distance(c)) c = line;
            return;
        }
    auto farthest = clips.begin();
    for (auto c = clips.begin(); c != clips.end(); ++c) {
        if (!c->cuts()) {
            *c = line;
            return;
        }
        if (distance(*c) > distance(*farthest)) farthest = c;
    }
    if (distance(line) < distance(*farthest)) *farthest = line;
}

EllipseAxes axes_of(const Vec3& a, const Vec3& b) {
    const FundamentalForm form(a, b);
    EllipseAxes axes;
    axes.longer = form.longer();
    axes.shorter = std::sqrt(std::max(form.mean - form.root, 0.0f));
    if (form.root <= 1e-6f * form.mean) return axes;
    const Real angle = 0.5f * std::atan2(form.ab, form.half);
    axes.cosine = std::cos(angle);
    axes.sine = std::sin(angle);
    return axes;
}

Real longer_axis(const Vec3& a, const Vec3& b) { return FundamentalForm(a, b).longer(); }

std::array<RestSurfel, 2> halves(const RestSurfel& whole, Real cosine, Real sine) {
    const Vec3 along = cosine * whole.first + sine * whole.second, across = cosine * whole.second - sine * whole.first;
    std::array<RestSurfel, 2> both;
    for (int side = 0; side < 2; ++side) {
        RestSurfel& half = both[side];
        const Real to = side == 0 ? -kHalfPlace : kHalfPlace;
        half = whole;
        half.centre += to * along;
        half.eye += to * along;
        half.first = kHalfLength * along;
        half.second = kHalfWidth * across;
        half.limit = kLimitGrowth * whole.limit;
        for (int c = 0; c < RestSurfel::kClips; ++c) {
            const SurfelClip& line = whole.clips[c];
            const Real x = cosine * line.x + sine * line.y, y = cosine * line.y - sine * line.x;
            half.clips[c] = SurfelClip{kHalfLength * x, kHalfWidth * y, line.most - to * x};
        }
    }
    return both;
}

}  // namespace lamella
