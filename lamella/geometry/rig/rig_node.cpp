#include <lamella/geometry/rig/rig_node.hpp>

#include <Eigen/Geometry>

namespace lamella {

namespace {

AffineMap map_of(const Vec3d& translation, const Eigen::Vector4d& rotation, const Vec3d& scale) {
    Eigen::Affine3d map = Eigen::Affine3d::Identity();
    map.translate(translation);
    map.rotate(Eigen::Quaterniond(rotation).normalized());
    map.scale(scale);
    return map.matrix();
}

}  // namespace

AffineMap RigNode::of_parts() const { return map_of(translation, rotation, scale); }

AffineMap RigNode::at(double t, bool from_before) const {
    if (!animated()) return rest;
    const auto vector = [&](const std::optional<ClipChannel>& channel, const Vec3d& otherwise) {
        return channel ? Vec3d(channel->at(t, from_before).head<3>()) : otherwise;
    };
    return map_of(vector(moves, translation), turns ? turns->at(t, from_before) : rotation, vector(stretches, scale));
}

double RigNode::weight_at(std::size_t target, double t) const {
    if (target < blends.size() && blends[target]) return blends[target]->at(t)[0];
    return target < weights.size() ? weights[target] : 0.0;
}

}  // namespace lamella
