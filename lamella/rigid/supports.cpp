#include <lamella/rigid/supports.hpp>

#include <array>
#include <cmath>

namespace lamella {
namespace {

constexpr double kFlat = 0.999;  // cosine of an axis and the normal of a contact across it
constexpr int kLeastPoints = 3;

// Along which axes each body lies on something still.
std::vector<Index> lying(const ContactOutcome& contacts, std::size_t bodies) {
    std::vector<std::array<int, 3>> points(bodies);
    for (std::size_t k = 0; k < contacts.contacts.size(); ++k) {
        const Contact& c = contacts.contacts[k];
        if (c.b >= 0 || !c.ground.isZero(0.0) || !contacts.given[k].pushes) continue;
        for (int axis = 0; axis < 3; ++axis)
            if (std::abs(c.normal[axis]) > kFlat) ++points[c.a][static_cast<std::size_t>(axis)];
    }
    std::vector<Index> lies(bodies);
    for (std::size_t i = 0; i < bodies; ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (points[i][axis] >= kLeastPoints) lies[i] |= Index{1} << axis;
    return lies;
}

}  // namespace

Supports::Supports(std::size_t bodies)
    : force_(bodies, Vec3d::Zero()), torque_(bodies, Vec3d::Zero()), lies_(bodies, 0) {}

void Supports::take(const ContactOutcome& contacts, std::span<const RigidState> states, const LiquidPushes& pushes,
                    double dt) {
    lies_ = lying(contacts, states.size());
    const std::vector<BodyLoad> given = contacts.given_to(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        const Vec3d force = given[i].impulse / dt;
        const double size = force.norm(), held = pushes.force(static_cast<Index>(i)).norm();
        const double share = size > held ? held / size : 1.0;
        force_[i] = share * force;
        torque_[i] = share * (given[i].angular / dt - cross(states[i].centre, force));
    }
}

}  // namespace lamella
