#include <lamella/io/gltf/gltf_document.hpp>
#include <lamella/io/gltf/gltf_nodes.hpp>

#include <fmt/format.h>

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

constexpr std::size_t kMostNames = 12;  // in a message

RigNode node_of(const tinygltf::Node& node, const std::string& source) {
    RigNode result;
    result.name = node.name;
    result.weights = node.weights;
    if (node.translation.size() == 3) result.translation = Vec3d(node.translation.data());
    if (node.rotation.size() == 4) result.rotation = Eigen::Vector4d(node.rotation.data());
    if (node.scale.size() == 3) result.scale = Vec3d(node.scale.data());
    if (!(result.rotation.norm() > 0.0))
        refuse_gltf(source, fmt::format("the rotation of node '{}' is zero", node.name));
    result.rest = result.of_parts();
    if (node.matrix.size() == 16) result.rest = Eigen::Map<const Eigen::Matrix4d>(node.matrix.data());
    return result;
}

void refuse_circles(const std::vector<RigNode>& nodes, const std::string& source) {
    std::vector<std::size_t> seen(nodes.size(), 0);  // by the walk that began at the node before that number
    for (std::size_t k = 0; k < nodes.size(); ++k)
        for (auto up = static_cast<int>(k); up >= 0; up = nodes[static_cast<std::size_t>(up)].parent) {
            std::size_t& walk = seen[static_cast<std::size_t>(up)];
            if (walk == k + 1) refuse_gltf(source, "the nodes form a circle");
            if (walk != 0) break;
            walk = k + 1;
        }
}

ClipInterpolation interpolation_of(const std::string& word, const std::string& source) {
    if (word == "STEP") return ClipInterpolation::step;
    if (word == "LINEAR") return ClipInterpolation::linear;
    if (word == "CUBICSPLINE") return ClipInterpolation::cubic;
    refuse_gltf(source, fmt::format("the interpolation '{}' is none of STEP, LINEAR, CUBICSPLINE", word.substr(0, 40)));
}

void check(ClipChannel& channel, const std::string& source) {
    const std::size_t a_time = channel.interpolation == ClipInterpolation::cubic ? 3 : 1;
    if (channel.times.empty() || channel.values.size() != a_time * channel.times.size())
        refuse_gltf(source, fmt::format("an animation has {} times and {} values", channel.times.size(),
                                        channel.values.size()));
    const auto late = [](double a, double b) { return !(a < b); };
    if (!std::isfinite(channel.times.front()) || !std::isfinite(channel.times.back()) ||
        std::adjacent_find(channel.times.begin(), channel.times.end(), late) != channel.times.end())
        refuse_gltf(source, "the times of an animation do not increase");
    for (std::size_t k = 0; k < channel.values.size(); ++k) {
        if (!channel.values[k].allFinite()) refuse_gltf(source, "a value of an animation is not finite");
        if (!channel.rotation || k % a_time != a_time / 2) continue;
        if (!(channel.values[k].norm() > 0.0)) refuse_gltf(source, "a rotation of an animation is zero");
        if (a_time == 1) channel.values[k].normalize();
    }
}

// What one animation does to the nodes.
class ClipReader {
public:
    ClipReader(const tinygltf::Model& model, const std::string& source)
        : model_(model), source_(source), budget_(model, source, "numbers in its channels") {}

    void add(const tinygltf::Animation& clip, const tinygltf::AnimationChannel& channel, RigNode& node) {
        const auto& sampler = gltf_entry(clip.samplers, channel.sampler, "sampler", source_);
        const std::string& path = channel.target_path;
        if (path == "weights") return add_weights(sampler, channel.target_node, node);
        auto* slot = path == "translation" ? &node.moves
                     : path == "rotation"  ? &node.turns
                     : path == "scale"     ? &node.stretches
                                           : nullptr;
        if (!slot) return;
        if (*slot) refuse_gltf(source_, fmt::format("two channels move the {} of node '{}'", path, node.name));
        if (!model_.nodes[static_cast<std::size_t>(channel.target_node)].matrix.empty())
            refuse_gltf(source_, fmt::format("node '{}' has a matrix and cannot be animated", node.name));
        const bool rotation = slot == &node.turns;
        const std::size_t width = rotation ? 4 : 3;
        ClipChannel read = channel_of(sampler, rotation);
        const auto numbers = numbers_of(sampler, rotation ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3);
        for (std::size_t k = 0; k + width <= numbers.size(); k += width)
            read.values.emplace_back(numbers[k], numbers[k + 1], numbers[k + 2], rotation ? numbers[k + 3] : 0.0);
        check(read, source_);
        *slot = std::move(read);
    }

private:
    ClipChannel channel_of(const tinygltf::AnimationSampler& sampler, bool rotation) {
        ClipChannel channel;
        channel.rotation = rotation;
        channel.interpolation = interpolation_of(sampler.interpolation, source_);
        channel.times = read_gltf_accessor(model_, sampler.input, TINYGLTF_TYPE_SCALAR, source_);
        budget_.spend(channel.times.size());
        return channel;
    }
    std::vector<double> numbers_of(const tinygltf::AnimationSampler& sampler, int type) {
        std::vector<double> numbers = read_gltf_accessor(model_, sampler.output, type, source_);
        budget_.spend(numbers.size());
        return numbers;
    }
    // The weights of all targets of a mesh, one after the other, for each time.
    void add_weights(const tinygltf::AnimationSampler& sampler, int number, RigNode& node) {
        if (!node.blends.empty())
            refuse_gltf(source_, fmt::format("two channels move the weights of node '{}'", node.name));
        const ClipChannel empty = channel_of(sampler, false);
        const auto numbers = numbers_of(sampler, TINYGLTF_TYPE_SCALAR);
        const std::size_t a_time = empty.interpolation == ClipInterpolation::cubic ? 3 : 1;
        const std::size_t rows = a_time * empty.times.size();
        if (rows == 0 || numbers.empty() || numbers.size() % rows != 0)
            refuse_gltf(source_, fmt::format("an animation of the weights of node {} has {} times and {} values",
                                             number, empty.times.size(), numbers.size()));
        const std::size_t targets = numbers.size() / rows;
        budget_.spend(targets * (empty.times.size() + 4 * rows));
        for (std::size_t target = 0; target < targets; ++target) {
            ClipChannel& channel = node.blends.emplace_back(empty).value();
            for (std::size_t row = 0; row < rows; ++row)
                channel.values.emplace_back(numbers[row * targets + target], 0.0, 0.0, 0.0);
            check(channel, source_);
        }
    }

    const tinygltf::Model& model_;
    const std::string& source_;
    GltfBudget budget_;
};

template <class List>
std::string names_of(const List& list) {
    std::vector<std::string> names;
    for (const auto& entry : list) names.push_back(entry.name);
    return gltf_names(names);
}

}  // namespace

std::string gltf_names(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t k = 0; k < std::min(names.size(), kMostNames); ++k)
        text += fmt::format("{}'{}'", k ? ", " : "", names[k]);
    return names.empty() ? "none" : names.size() > kMostNames ? text + ", ..." : text;
}

std::vector<RigNode> read_gltf_nodes(const tinygltf::Model& model, const std::string& source) {
    std::vector<RigNode> nodes;
    for (const auto& node : model.nodes) nodes.push_back(node_of(node, source));
    for (std::size_t k = 0; k < nodes.size(); ++k)
        for (const int child : model.nodes[k].children) {
            gltf_entry(model.nodes, child, "node", source);
            int& up = nodes[static_cast<std::size_t>(child)].parent;
            if (up >= 0) refuse_gltf(source, fmt::format("node {} has two parents", child));
            up = static_cast<int>(k);
        }
    refuse_circles(nodes, source);
    return nodes;
}

int gltf_clip(const tinygltf::Model& model, const std::string& clip, const std::string& source) {
    const auto& clips = model.animations;
    if (clip.empty() && clips.size() == 1) return 0;
    for (std::size_t k = 0; k < clips.size(); ++k)
        if (!clip.empty() && clips[k].name == clip) return static_cast<int>(k);
    const bool number = !clip.empty() && clip.size() < 9 && clip.find_first_not_of("0123456789") == clip.npos;
    if (number) {
        gltf_entry(clips, std::stoi(clip), "clip", source);
        return std::stoi(clip);
    }
    if (clip.empty() && !clips.empty())
        refuse_gltf(source, fmt::format("several clips, choose one: {}", names_of(clips)));
    refuse_gltf(source, fmt::format("there is no clip '{}'; there are {}", clip, names_of(clips)));
}

void add_gltf_clip(const tinygltf::Model& model, int clip, const std::string& source,
                   FunctionRef<bool(std::size_t node)> wanted, std::vector<RigNode>& nodes) {
    const auto& animation = gltf_entry(model.animations, clip, "clip", source);
    ClipReader reader(model, source);
    for (const auto& channel : animation.channels) {
        const auto node = static_cast<std::size_t>(channel.target_node);
        if (channel.target_node < 0 || node >= nodes.size() || !wanted(node)) continue;
        reader.add(animation, channel, nodes[node]);
    }
}

}  // namespace lamella
