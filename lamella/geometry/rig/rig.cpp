#include <lamella/core/parallel.hpp>
#include <lamella/geometry/rig/rig.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

using Map = Eigen::Matrix<double, 3, 4>;

// From the axes of every node to the world's.
std::vector<AffineMap> world_of(const std::vector<RigNode>& nodes, double t) {
    std::vector<AffineMap> world(nodes.size());
    std::vector<bool> known(nodes.size(), false);
    std::vector<std::size_t> chain;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (auto up = static_cast<int>(k); up >= 0 && !known[static_cast<std::size_t>(up)];
             up = nodes[static_cast<std::size_t>(up)].parent)
            chain.push_back(static_cast<std::size_t>(up));
        for (; !chain.empty(); chain.pop_back()) {
            const RigNode& node = nodes[chain.back()];
            const AffineMap own = node.at(t);
            world[chain.back()] = node.parent < 0 ? own : world[static_cast<std::size_t>(node.parent)] * own;
            known[chain.back()] = true;
        }
    }
    return world;
}

}  // namespace

struct Rig::Pose {
    std::vector<Map> joint_maps;
    std::vector<double> weights;  // of the targets

    Map blended(std::span<const RigInfluence> of_vertex) const {
        Map sum = Map::Zero();
        for (const RigInfluence& influence : of_vertex)
            sum += influence.weight * joint_maps[static_cast<std::size_t>(influence.joint)];
        return sum;
    }
};

Rig::Pose Rig::pose(double t) const {
    const double time = std::clamp(t, begin, std::max(begin, end));
    const std::vector<AffineMap> world = world_of(nodes, time);
    Pose pose;
    for (const RigJoint& joint : joints)
        pose.joint_maps.emplace_back((world[static_cast<std::size_t>(joint.node)] * joint.inverse_bind).topRows<3>());
    for (const MorphTarget& target : targets)
        pose.weights.push_back(nodes[static_cast<std::size_t>(target.node)].weight_at(target.number, time));
    return pose;
}

namespace {

// What is at rest, shifted by the targets: of positions, or of normals.
std::vector<Vec3d> shifted(std::span<const Vec3> rest, std::span<const MorphTarget> targets,
                           std::span<const double> weights, std::vector<Vec3> MorphTarget::*shifts) {
    std::vector<Vec3d> result;
    result.reserve(rest.size());
    for (const Vec3& x : rest) result.push_back(x.cast<double>());
    for (std::size_t k = 0; k < targets.size(); ++k)
        for (std::size_t i = 0; i < (targets[k].*shifts).size() && weights[k] != 0.0; ++i)
            result[static_cast<std::size_t>(targets[k].first) + i] +=
                weights[k] * (targets[k].*shifts)[i].cast<double>();
    return result;
}

// Normals turn with the cofactors of the map, whatever it stretches.
Mat3d cofactors(const Mat3d& m) {
    Mat3d result;
    for (int c = 0; c < 3; ++c) result.col(c) = cross(Vec3d(m.col((c + 1) % 3)), Vec3d(m.col((c + 2) % 3)));
    return result;
}

}  // namespace

std::vector<Vec3> Rig::positions(double t) const {
    const Pose now = pose(t);
    const std::vector<Vec3d> rest = shifted(mesh.positions, targets, now.weights, &MorphTarget::shifts);
    std::vector<Vec3> out(rest.size());
    parallel_for("rig", mesh.vertex_count(), [&](Index index) {
        const auto i = static_cast<std::size_t>(index);
        const auto at = static_cast<std::size_t>(first[i]), end_at = static_cast<std::size_t>(first[i + 1]);
        const Map map = now.blended(std::span(influences).subspan(at, end_at - at));
        out[i] = (map * rest[i].homogeneous()).cast<Real>();
    });
    return out;
}

TriangleMesh Rig::at(double t) const {
    TriangleMesh posed{positions(t), mesh.triangles, mesh.attributes};
    auto* normals = posed.attributes.find<Vec3Column>("N");
    if (!normals) return posed;
    const Pose now = pose(t);
    std::vector<Vec3> given;
    for (Index i = 0; i < normals->size(); ++i) given.push_back((*normals)[i]);
    const std::vector<Vec3d> rest = shifted(given, targets, now.weights, &MorphTarget::normal_shifts);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const auto at = static_cast<std::size_t>(first[i]), end_at = static_cast<std::size_t>(first[i + 1]);
        const Map map = now.blended(std::span(influences).subspan(at, end_at - at));
        normals->set(static_cast<Index>(i), (cofactors(map.leftCols<3>()) * rest[i]).normalized().cast<Real>());
    }
    return posed;
}

std::string Rig::fault(double t) const {
    const Pose now = pose(t);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const std::string& name = nodes[static_cast<std::size_t>(joints[j].node)].name;
        if (!now.joint_maps[j].allFinite())
            return fmt::format("joint '{}' is nowhere at {:.6g} s of the clip", name, t);
        if (now.joint_maps[j].leftCols<3>().determinant() == 0.0)
            return fmt::format("joint '{}' has no size at {:.6g} s of the clip", name, t);
    }
    for (const double weight : now.weights)
        if (!std::isfinite(weight)) return fmt::format("a morph target has no weight at {:.6g} s of the clip", t);
    return {};
}

// x' = A x = A G B A^-1 (A X): A is the place of a new root, and A^-1 goes to the inverse bind matrices.
Rig in_axes(Rig rig, const AffineMap& axes) {
    const auto root = static_cast<int>(rig.nodes.size());
    for (RigNode& node : rig.nodes)
        if (node.parent < 0) node.parent = root;
    rig.nodes.emplace_back().rest = axes;
    const AffineMap back = axes.inverse();
    for (RigJoint& joint : rig.joints) joint.inverse_bind = joint.inverse_bind * back;
    for (Vec3& p : rig.mesh.positions) p = (axes.topRows<3>() * p.cast<double>().homogeneous()).cast<Real>();
    const Mat3d turn = axes.topLeftCorner<3, 3>(), of_normals = cofactors(turn);
    if (auto* normals = rig.mesh.attributes.find<Vec3Column>("N"))
        for (Index i = 0; i < normals->size(); ++i)
            normals->set(i, (of_normals * (*normals)[i].cast<double>()).stableNormalized().cast<Real>());
    for (MorphTarget& target : rig.targets) {
        for (Vec3& shift : target.shifts) shift = (turn * shift.cast<double>()).cast<Real>();
        for (Vec3& shift : target.normal_shifts) shift = (of_normals * shift.cast<double>()).cast<Real>();
    }
    return rig;
}

TriangleMesh welded(const TriangleMesh& mesh) {
    const auto before = [](const Vec3& a, const Vec3& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    std::map<Vec3, Index, decltype(before)> places(before);
    std::vector<Index> number;
    TriangleMesh whole;
    for (const Vec3& p : mesh.positions) {
        const auto [at, is_new] = places.emplace(p, whole.vertex_count());
        if (is_new) whole.positions.push_back(p);
        number.push_back(at->second);
    }
    for (const Vec3i& t : mesh.triangles) {
        const Vec3i corners(number[static_cast<std::size_t>(t[0])], number[static_cast<std::size_t>(t[1])],
                            number[static_cast<std::size_t>(t[2])]);
        if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
            whole.triangles.push_back(corners);
    }
    return whole;
}

}  // namespace lamella
