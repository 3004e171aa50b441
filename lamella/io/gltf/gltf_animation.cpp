#include <lamella/io/gltf/gltf_animation.hpp>
#include <lamella/io/gltf/gltf_document.hpp>
#include <lamella/io/gltf/gltf_nodes.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>

namespace lamella {
namespace {

constexpr double kTolerance = 1e-4;
constexpr double kLeastStep = 1e-6;  // what is less comes from rounding
constexpr int kMostHalvings = 10;
constexpr std::size_t kMostKeys = 1'000'000;

// A pose and the size that the node has in it.
struct Placed {
    PoseKey pose;
    double scale;
};

class Reader {
public:
    Reader(const tinygltf::Model& model, const std::string& source, const std::string& node)
        : model_(model), source_(source), name_(node), nodes_(read_gltf_nodes(model, source)) {}

    NodeMotion read(const std::string& clip) {
        find_chain();
        const Placed rest = placed(0.0, false, true);
        const auto in_chain = [&](std::size_t node) { return std::ranges::find(chain_, node) != chain_.end(); };
        add_gltf_clip(model_, gltf_clip(model_, clip, source_), source_, in_chain, nodes_);
        std::vector<double> times;
        for_each_channel([&](const ClipChannel& c) { times.insert(times.end(), c.times.begin(), c.times.end()); });
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        if (times.empty()) refuse(fmt::format("the clip does not move node '{}', nor a node above it", name_));
        scale_ = rest.scale;
        extent_ = extent_over(times);
        add_key(pose_at(times.front(), false));
        for (std::size_t k = 1; k < times.size(); ++k) add_interval_to(times[k]);
        return {PoseTrack(std::move(keys_)), rest.pose, rest.scale};
    }

private:
    [[noreturn]] void refuse(std::string_view why) const { refuse_gltf(source_, why); }

    int node_number() const {
        int found = -1;
        std::vector<std::string> names;
        for (std::size_t k = 0; k < nodes_.size(); ++k) {
            names.push_back(nodes_[k].name);
            if (nodes_[k].name != name_) continue;
            if (found >= 0) refuse(fmt::format("two nodes are called '{}'", name_));
            found = static_cast<int>(k);
        }
        if (found < 0) refuse(fmt::format("there is no node '{}'; there are {}", name_, gltf_names(names)));
        return found;
    }

    void find_chain() {
        for (int node = node_number(); node >= 0; node = nodes_[chain_.back()].parent)
            chain_.push_back(static_cast<std::size_t>(node));
    }

    template <class F>
    void for_each_channel(F&& f) const {
        for (const std::size_t node : chain_)
            for (const auto* channel : {&nodes_[node].moves, &nodes_[node].turns, &nodes_[node].stretches})
                if (*channel) f(**channel);
    }

    Placed placed(double t, bool from_before, bool at_rest) const {
        AffineMap whole = AffineMap::Identity();
        for (const std::size_t node : chain_)
            whole = (at_rest ? nodes_[node].rest : nodes_[node].at(t, from_before)) * whole;
        const Mat3d linear = whole.topLeftCorner<3, 3>();
        const double scale = std::cbrt(linear.determinant());
        if (!whole.allFinite() || !(std::abs(scale) > 0.0)) refuse(fmt::format("node '{}' has no size", name_));
        if (scale < 0.0) refuse(fmt::format("node '{}' is mirrored; a body that moves rigidly is not", name_));
        const Mat3d turn = linear / scale;
        if (!((turn.transpose() * turn).isIdentity(kTolerance)))
            refuse(fmt::format("node '{}' is stretched by different factors; a body that moves rigidly is not", name_));
        return {{t, Vec3d(whole.topRightCorner<3, 1>()), Eigen::Quaterniond(turn).normalized().coeffs()}, scale};
    }

    PoseKey pose_at(double t, bool from_before) const {
        const Placed now = placed(t, from_before, false);
        if (std::abs(now.scale - scale_) > kTolerance * scale_)
            refuse(fmt::format("node '{}' is {} times its size at {} s; a body that moves rigidly keeps its size",
                               name_, now.scale / scale_, t));
        return now.pose;
    }

    double extent_over(const std::vector<double>& times) const {
        Eigen::AlignedBox3d box;
        for (const double t : times) box.extend(pose_at(t, true).translation).extend(pose_at(t, false).translation);
        return box.diagonal().norm();
    }

    void add_key(const PoseKey& key) {
        if (keys_.size() >= kMostKeys) refuse(fmt::format("the clip needs more than {} keys", kMostKeys));
        keys_.push_back(key);
    }

    // From the last key to the time; where a step is there, to both sides of it.
    void add_interval_to(double t) {
        add_curve(keys_.back(), pose_at(t, true), kMostHalvings);
        const PoseKey after = pose_at(t, false);
        if (!close(keys_.back(), after, kLeastStep)) add_key(after);
    }

    void add_curve(const PoseKey& from, const PoseKey& to, int halvings) {
        const PoseTrack straight({from, to});
        bool follows = true;
        for (const double s : {0.25, 0.5, 0.75})
            follows = follows && follows_at(straight, from.time + s * (to.time - from.time));
        const double middle = from.time + 0.5 * (to.time - from.time);
        if (!follows && halvings > 0 && from.time < middle && middle < to.time) {
            const PoseKey between = pose_at(middle, false);
            add_curve(from, between, halvings - 1);
            add_curve(between, to, halvings - 1);
        } else {
            add_key(to);
        }
    }

    bool follows_at(const PoseTrack& straight, double t) const {
        return close(straight.key_at(t), pose_at(t, false), kTolerance);
    }

    bool close(const PoseKey& a, const PoseKey& b, double tolerance) const {
        const double angle = Eigen::Quaterniond(a.rotation).angularDistance(Eigen::Quaterniond(b.rotation));
        return (a.translation - b.translation).norm() <= tolerance * extent_ && angle <= tolerance;
    }

    const tinygltf::Model& model_;
    const std::string& source_;
    const std::string& name_;
    std::vector<RigNode> nodes_;
    std::vector<std::size_t> chain_;  // the node, its parent, ..., the root
    double scale_ = 1.0, extent_ = 0.0;
    std::vector<PoseKey> keys_;
};

}  // namespace

NodeMotion read_node_animation(std::string_view bytes, const std::string& source, const std::string& node,
                               const std::string& clip) {
    const auto model = parse_gltf(bytes, source);
    return Reader(*model, source, node).read(clip);
}

}  // namespace lamella
