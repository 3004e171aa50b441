// A node of a rig: where it stands below its parent, and what moves it.
#pragma once

#include <lamella/geometry/rig/clip_channel.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lamella {

using AffineMap = Eigen::Matrix4d;  // of points as columns x, y, z, 1

struct RigNode {
    std::string name;
    int parent = -1;
    AffineMap rest = AffineMap::Identity();
    Vec3d translation = Vec3d::Zero(), scale = Vec3d::Ones();  // what `rest` is made of, where it is not a matrix
    Eigen::Vector4d rotation = {0, 0, 0, 1};                   // a quaternion x, y, z, w
    std::vector<double> weights;                               // of the morph targets of its mesh
    std::optional<ClipChannel> moves, turns, stretches;
    std::vector<std::optional<ClipChannel>> blends;  // of the weights, one each; empty: none moves

    bool animated() const { return moves || turns || stretches; }

    // From its own axes to those of its parent, by its translation, rotation and scale at rest and at a time.
    AffineMap of_parts() const;
    AffineMap at(double t, bool from_before = false) const;

    double weight_at(std::size_t target, double t) const;
};

}  // namespace lamella
