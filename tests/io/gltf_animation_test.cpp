#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/gltf/gltf_animation.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamella {
namespace {

constexpr float kHalf = 0.70710678f;  // the sine of 45 degrees

// A glTF file of two nodes, 'arm' with its child 'hand', and one clip 'turn' made of channels.
class Clip {
public:
    std::string arm = R"("name":"arm")";
    std::string hand = R"("name":"hand","translation":[2,0,0])";

    void add(int node, const std::string& path, const std::string& interpolation, const std::vector<float>& times,
             const std::vector<float>& values) {
        const std::size_t width = path == "rotation" ? 4 : 3;
        const int input = accessor(times, 1), output = accessor(values, width);
        samplers_ += fmt::format(R"({}{{"input":{},"output":{},"interpolation":"{}"}})", comma(samplers_), input,
                                 output, interpolation);
        channels_ += fmt::format(R"({}{{"sampler":{},"target":{{"node":{},"path":"{}"}}}})", comma(channels_), added_++,
                                 node, path);
    }

    std::string text() const {
        std::string uri = "data:application/octet-stream;base64,";
        append_base64(uri, bytes_);
        return fmt::format(
            R"({{"asset":{{"version":"2.0"}},"nodes":[{{{},"children":[1]}},{{{}}}],"animations":[{{"name":"turn",)"
            R"("channels":[{}],"samplers":[{}]}}],"buffers":[{{"byteLength":{},"uri":"{}"}}],)"
            R"("bufferViews":[{{"buffer":0,"byteLength":{}}}],"accessors":[{}]}})",
            arm, hand, channels_, samplers_, bytes_.size(), uri, bytes_.size(), accessors_);
    }

private:
    static const char* comma(const std::string& list) { return list.empty() ? "" : ","; }

    int accessor(const std::vector<float>& numbers, std::size_t width) {
        constexpr std::array types{"", "SCALAR", "", "VEC3", "VEC4"};
        accessors_ += fmt::format(R"({}{{"bufferView":0,"byteOffset":{},"componentType":5126,"count":{},"type":"{}"}})",
                                  comma(accessors_), bytes_.size(), numbers.size() / width, types[width]);
        for (const float x : numbers) append_number(bytes_, x, std::endian::little);
        return accessor_count_++;
    }

    std::string bytes_, accessors_, samplers_, channels_;
    int added_ = 0, accessor_count_ = 0;
};

NodeMotion read(const Clip& clip, const std::string& node, const std::string& name = "") {
    return read_node_animation(clip.text(), "a.gltf", node, name);
}

// The arm turns about z by a quarter in the first second.
Clip quarter_turn() {
    Clip clip;
    clip.add(0, "rotation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0, kHalf, kHalf});
    return clip;
}

TEST(GltfAnimation, ASpinningNodeHasItsAngularVelocity) {
    const NodeMotion arm = read(quarter_turn(), "arm");
    EXPECT_EQ(arm.track.keys().size(), 2U);  // one turn needs no keys between
    for (const double t : {0.0, 0.3, 0.99})
        EXPECT_LT((arm.track.spin_at(t) - Vec3d(0, 0, 0.5 * std::numbers::pi)).norm(), 1e-6) << t;
    EXPECT_EQ(arm.scale, 1.0);
}

TEST(GltfAnimation, AChildGoesAlongAnArc) {
    const NodeMotion hand = read(quarter_turn(), "hand", "turn");
    for (double t = 0.0; t < 1.0; t += 0.01) {
        const double angle = 0.5 * std::numbers::pi * t;
        const Vec3 expected(static_cast<Real>(2.0 * std::cos(angle)), static_cast<Real>(2.0 * std::sin(angle)), 0);
        EXPECT_LT((hand.track.at(t).translation - expected).norm(), 3e-4f) << t;
        EXPECT_NEAR(hand.track.velocity_at(t, {0, 0, 0}).norm(), std::numbers::pi, 1e-2) << t;
    }
    EXPECT_EQ(hand.rest.translation, Vec3d(2, 0, 0));
    EXPECT_LT((hand.track.relative_to(hand.rest).at(1.0).apply({2, 0, 0}) - Vec3(0, 2, 0)).norm(), 1e-5f);
}

TEST(GltfAnimation, StepsJump) {
    Clip clip;
    clip.add(1, "translation", "STEP", {0, 1, 2}, {0, 0, 0, 5, 0, 0, 5, 1, 0});
    const PoseTrack track = read(clip, "hand").track;
    EXPECT_TRUE(track.jumps());
    EXPECT_EQ(track.at(0.99).translation, Vec3(0, 0, 0));
    EXPECT_EQ(track.at(1.0).translation, Vec3(5, 0, 0));
    EXPECT_EQ(track.at(1.99).translation, Vec3(5, 0, 0));
    EXPECT_EQ(track.at(3.0).translation, Vec3(5, 1, 0));
    EXPECT_EQ(track.velocity_at(1.5, {1, 2, 3}), Vec3::Zero());
}

TEST(GltfAnimation, CubicsAreFollowed) {
    Clip clip;  // from 0 to 1 with the slopes 4 and -2; the slopes before the first and after the last key play no role
    clip.add(0, "translation", "CUBICSPLINE", {0, 2}, {9, 9, 9, 0, 0, 0, 4, 0, 0, -2, 0, 0, 1, 0, 0, 9, 9, 9});
    const PoseTrack track = read(clip, "arm").track;
    EXPECT_FALSE(track.jumps());
    for (double t = 0.0; t <= 2.0; t += 0.05) {
        const double s = 0.5 * t;
        const double x = 2.0 * 4.0 * (s - 2.0 * s * s + s * s * s) + (3.0 * s * s - 2.0 * s * s * s) +
                         2.0 * -2.0 * (s * s * s - s * s);
        EXPECT_NEAR(track.at(t).translation.x(), x, 2e-4) << t;
    }
}

TEST(GltfAnimation, CubicRotationsAreUnitQuaternions) {
    Clip clip;
    clip.add(0, "rotation", "CUBICSPLINE", {0, 1},
             {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kHalf, kHalf, 0, 0, 0, 0});
    const PoseTrack track = read(clip, "arm").track;
    const Mat3 half = track.at(0.5).rotation;  // by symmetry an eighth of a turn
    EXPECT_NEAR(half(1, 0), kHalf, 1e-4f);
    EXPECT_LT((half * half.transpose() - Mat3::Identity()).norm(), 1e-5f);
    EXPECT_LT(track.spin_at(0.001).norm(), 0.1);  // it leaves the first key at rest
}

TEST(GltfAnimation, TheSizeOfANodeIsKeptApart) {
    Clip clip = quarter_turn();
    clip.arm += R"(,"scale":[3,3,3],"translation":[0,1,0])";
    const NodeMotion hand = read(clip, "hand");
    EXPECT_NEAR(hand.scale, 3.0, 1e-12);
    EXPECT_LT((hand.track.at(1.0).translation - Vec3(0, 7, 0)).norm(), 1e-5f);
    clip.add(0, "scale", "LINEAR", {0, 2}, {3, 3, 3, 6, 6, 6});
    EXPECT_THROW(read(clip, "hand"), InputError);
}

TEST(GltfAnimation, RefusesNodesThatAreNotRigid) {
    Clip stretched = quarter_turn(), mirrored = quarter_turn(), empty = quarter_turn();
    stretched.arm += R"(,"scale":[1,2,1])";
    mirrored.arm += R"(,"scale":[-1,1,1])";
    empty.arm += R"(,"scale":[0,0,0])";
    for (const Clip& clip : {stretched, mirrored, empty}) EXPECT_THROW(read(clip, "hand"), InputError);
}

std::string refusal(const std::string& text, const std::string& node, const std::string& clip = "") {
    try {
        read_node_animation(text, "a.gltf", node, clip);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

TEST(GltfAnimation, SaysWhatThereIs) {
    const std::string text = quarter_turn().text();
    EXPECT_EQ(refusal(text, "foot"), "a.gltf: there is no node 'foot'; there are 'arm', 'hand'");
    EXPECT_EQ(refusal(text, "arm", "walk"), "a.gltf: there is no clip 'walk'; there are 'turn'");
    EXPECT_EQ(refusal(text, "arm", "0"), "");
    EXPECT_EQ(refusal(text, "arm", "3"), "a.gltf: clip 3 does not exist, there are 1");
    Clip other;
    other.add(1, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0});
    EXPECT_EQ(refusal(other.text(), "arm"), "a.gltf: the clip does not move node 'arm', nor a node above it");
}

TEST(GltfAnimation, HostileClipsAreRefused) {
    const auto fails = [](const std::vector<float>& times, const std::vector<float>& values,
                          const char* word = "LINEAR") {
        Clip clip;
        clip.add(0, "rotation", word, times, values);
        return !refusal(clip.text(), "arm").empty();
    };
    EXPECT_FALSE(fails({0, 1}, {0, 0, 0, 1, 0, 0, 0, 1}));
    EXPECT_TRUE(fails({1, 1}, {0, 0, 0, 1, 0, 0, 0, 1}));
    EXPECT_TRUE(fails({0, NAN}, {0, 0, 0, 1, 0, 0, 0, 1}));
    EXPECT_TRUE(fails({0, INFINITY}, {0, 0, 0, 1, 0, 0, 0, 1}));
    EXPECT_TRUE(fails({0, 1}, {0, 0, 0, 1}));
    EXPECT_TRUE(fails({0, 1}, {0, 0, 0, 1, 0, 0, 0, 0}));
    EXPECT_TRUE(fails({0, 1}, {0, 0, 0, 1, NAN, 0, 0, 1}));
    EXPECT_TRUE(fails({0, 1}, {0, 0, 0, 1, 0, 0, 0, 1}, "CUBICSPLINE"));
    EXPECT_TRUE(fails({0, 1}, {0, 0, 0, 1, 0, 0, 0, 1}, "SPLINE"));
    EXPECT_TRUE(fails({}, {}));
    Clip circle = quarter_turn(), twice = quarter_turn(), matrix = quarter_turn();
    circle.hand += R"(,"children":[0])";
    EXPECT_EQ(refusal(circle.text(), "hand"), "a.gltf: the nodes form a circle");
    twice.add(0, "rotation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0, 0, 1});
    EXPECT_EQ(refusal(twice.text(), "arm"), "a.gltf: two channels move the rotation of node 'arm'");
    matrix.arm += R"(,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1])";
    EXPECT_EQ(refusal(matrix.text(), "arm"), "a.gltf: node 'arm' has a matrix and cannot be animated");
}

TEST(GltfAnimation, SurvivesACutAtEveryByte) {
    const std::string whole = quarter_turn().text();
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(refusal(whole.substr(0, size), "hand").empty()) << size;
}

}  // namespace
}  // namespace lamella
