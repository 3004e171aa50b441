#include <lamella/rigid/turned_boxes.hpp>

#include <cmath>

namespace lamella {

bool TurnedBox::near(const Box3& other, Real margin) const {
    const Vec3 between = centre - other.centre(), half_other = 0.5f * other.size();
    const Mat3 size = turn.cwiseAbs();
    const auto apart = [&](Real gap, Real reach, Real length) { return std::abs(gap) > reach + margin * length; };
    for (int i = 0; i < 3; ++i) {
        if (apart(between[i], half_other[i] + size.row(i).dot(half), 1.0f)) return false;
        if (apart(between.dot(turn.col(i)), half[i] + size.col(i).dot(half_other), 1.0f)) return false;
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const Vec3 axis = cross(Vec3(Vec3::Unit(i)), Vec3(turn.col(j)));
            const Real reach = half_other.dot(axis.cwiseAbs()) + half.dot((turn.transpose() * axis).cwiseAbs());
            if (apart(between.dot(axis), reach, axis.norm())) return false;
        }
    return true;
}

}  // namespace lamella
