#include <lamella/core/overloaded.hpp>
#include <lamella/matter/force_fields.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

// How strong a field is at r over its strength at the radius: grows with r within it.
Real share(Real r, Real radius, Real falloff) { return r < radius ? r / radius : std::pow(radius / r, falloff); }

Vec3 moved(const Vec3& p, const Vec3d& origin) { return (p.cast<double>() - origin).cast<Real>(); }

}  // namespace

const char* UniformForce::fault() const {
    const auto late = [](const AccelerationKey& a, const AccelerationKey& b) { return !(a.time < b.time); };
    return std::adjacent_find(keys.begin(), keys.end(), late) == keys.end() ? nullptr
                                                                            : "the times of 'keys' must increase";
}

Vec3 UniformForce::at(const Vec3&, const Vec3&, double t) const {
    if (keys.empty()) return acceleration;
    const auto after =
        std::upper_bound(keys.begin(), keys.end(), t, [](double a, const AccelerationKey& k) { return a < k.time; });
    const AccelerationKey& b = after == keys.end() ? keys.back() : *after;
    const AccelerationKey& a = after == keys.begin() ? keys.front() : *(after - 1);
    const double length = b.time - a.time;
    const auto s = static_cast<Real>(length > 0.0 ? (t - a.time) / length : 0.0);
    return acceleration + a.acceleration + s * (b.acceleration - a.acceleration);
}

const char* VortexForce::fault() const { return axis.norm() > 0.0f ? nullptr : "the axis has no direction"; }

Vec3 VortexForce::at(const Vec3& x, const Vec3&, double) const {
    const Vec3 n = axis.normalized();
    const Vec3 arm = x - centre - n.dot(x - centre) * n;
    const Real r = arm.norm();
    if (r == 0.0f) return Vec3::Zero();
    return share(r, radius, 1.0f) / r * (strength * cross(n, arm) - pull * arm);
}

Vec3 AttractorForce::at(const Vec3& x, const Vec3&, double) const {
    const Vec3 arm = centre - x;
    const Real r = arm.norm();
    return r == 0.0f ? Vec3(Vec3::Zero()) : Vec3(strength * share(r, radius, falloff) / r * arm);
}

Vec3 WindForce::at(const Vec3&, const Vec3& v, double) const { return drag * (velocity - v); }

ForceFields::ForceFields(std::vector<ForceField> forces, const Vec3d& origin) : forces_(std::move(forces)) {
    for (ForceField& field : forces_)
        std::visit(Overloaded{[&](VortexForce& vortex) { vortex.centre = moved(vortex.centre, origin); },
                              [&](AttractorForce& attractor) { attractor.centre = moved(attractor.centre, origin); },
                              [](UniformForce&) {}, [](WindForce&) {}},
                   field.force);
}

Vec3 ForceFields::acceleration(const Vec3& x, const Vec3& v, double t) const {
    Vec3 sum = Vec3::Zero();
    for (const ForceField& field : forces_)
        if (t >= field.start && t < field.stop)
            sum += std::visit([&](const auto& force) { return force.at(x, v, t); }, field.force);
    return sum;
}

double ForceFields::at_most(double step) const {
    for (const ForceField& field : forces_) {
        const double own = std::visit([](const auto& force) { return force.longest_step(); }, field.force);
        if (own > 0.0) step = std::min(step, own);
    }
    return step;
}

}  // namespace lamella
