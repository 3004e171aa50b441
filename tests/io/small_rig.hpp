// A glTF file of an arm of two bones, 2 m along x and a quarter of a metre thick, with one clip made of channels:
// written here, so that every number of it is known and can be spoilt.
#pragma once

#include <lamella/core/bytes.hpp>
#include <lamella/io/base64.hpp>

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

namespace lamella {

class SmallRig {
public:
    // Three rings of four vertices at x = 0, 1 and 2, which follow the shoulder, both halves, and the elbow.
    std::vector<float> positions, weights;
    std::vector<unsigned char> joints;
    std::vector<unsigned char> triangles;
    std::vector<float> inverse_bind;  // column by column
    std::vector<float> shifts;        // of a morph target, if not empty
    std::string mesh_node = R"("mesh":0,"skin":0)";
    std::string shoulder = R"("name":"shoulder","children":[2])";
    std::string elbow = R"("name":"elbow","translation":[1,0,0])";
    std::string skin = R"("joints":[1,2],"inverseBindMatrices":4)";
    std::string roots = "0,1";

    SmallRig() {
        for (int ring = 0; ring < 3; ++ring)
            for (const auto& [y, z] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
                const auto x = static_cast<float>(ring);
                positions.insert(positions.end(), {x, 0.125f * static_cast<float>(y), 0.125f * static_cast<float>(z)});
                joints.insert(joints.end(), {0, 1, 0, 0});
                weights.insert(weights.end(), {1.0f - 0.5f * x, 0.5f * x, 0.0f, 0.0f});
            }
        const auto quad = [&](int a, int b, int c, int d) {
            for (const int corner : {a, b, c, a, c, d}) triangles.push_back(static_cast<unsigned char>(corner));
        };
        quad(0, 3, 2, 1);
        quad(8, 9, 10, 11);
        for (int ring = 0; ring < 2; ++ring)
            for (int k = 0; k < 4; ++k) {
                const int next = (k + 1) % 4, first = 4 * ring;
                quad(first + k, first + next, first + 4 + next, first + 4 + k);
            }
        for (const float x : {0.0f, -1.0f}) {
            const std::array column{1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, x, 0.f, 0.f, 1.f};
            inverse_bind.insert(inverse_bind.end(), column.begin(), column.end());
        }
    }

    // Node 0 has the mesh, 1 is the shoulder, 2 the elbow.
    void add(int node, const std::string& path, const std::string& interpolation, const std::vector<float>& times,
             const std::vector<float>& values) {
        channels_.push_back({node, path, interpolation, times, values});
    }

    std::string text() const {
        Document d;
        const std::size_t vertices = positions.size() / 3;
        d.add(positions, "VEC3", vertices);
        d.add(joints, "VEC4", joints.size() / 4, 5121);
        d.add(weights, "VEC4", weights.size() / 4);
        d.add(triangles, "SCALAR", triangles.size(), 5121);
        d.add(inverse_bind, "MAT4", inverse_bind.size() / 16);
        std::string targets;
        if (!shifts.empty())
            targets = fmt::format(R"(,"targets":[{{"POSITION":{}}}])", d.add(shifts, "VEC3", shifts.size() / 3));
        std::string samplers, channels;
        for (const Channel& c : channels_) {
            const std::size_t width = c.path == "rotation" ? 4 : c.path == "weights" ? 1 : 3;
            const int input = d.add(c.times, "SCALAR", c.times.size());
            const char* type = width == 4 ? "VEC4" : width == 1 ? "SCALAR" : "VEC3";
            const int output = d.add(c.values, type, c.values.size() / width);
            channels += fmt::format(R"({}{{"sampler":{},"target":{{"node":{},"path":"{}"}}}})",
                                    channels.empty() ? "" : ",", &c - channels_.data(), c.node, c.path);
            samplers += fmt::format(R"({}{{"input":{},"output":{},"interpolation":"{}"}})", samplers.empty() ? "" : ",",
                                    input, output, c.interpolation);
        }
        const std::string clip =
            channels_.empty() ? ""
                              : fmt::format(R"("animations":[{{"name":"bend","channels":[{}],"samplers":[{}]}}],)",
                                            channels, samplers);
        const std::string skins = skin.empty() ? "" : fmt::format(R"("skins":[{{{}}}],)", skin);
        return fmt::format(
            R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],"nodes":[{{{}}},{{{}}},{{{}}}],{}{})"
            R"("meshes":[{{"name":"arm","primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}},)"
            R"("indices":3{}}}]}}],{}}})",
            roots, mesh_node, shoulder, elbow, skins, clip, targets, d.text());
    }

private:
    struct Channel {
        int node;
        std::string path, interpolation;
        std::vector<float> times, values;
    };
    class Document {
    public:
        template <class T>
        int add(const std::vector<T>& numbers, const char* type, std::size_t count, int code = 5126) {
            accessors_ +=
                fmt::format(R"({}{{"bufferView":0,"byteOffset":{},"componentType":{},"count":{},"type":"{}"}})",
                            accessors_.empty() ? "" : ",", bytes_.size(), code, count, type);
            for (const T x : numbers) append_number(bytes_, x, std::endian::little);
            bytes_.append((4 - bytes_.size() % 4) % 4, '\0');
            return count_++;
        }
        std::string text() const {
            std::string uri = "data:application/octet-stream;base64,";
            append_base64(uri, bytes_);
            return fmt::format(
                R"("buffers":[{{"byteLength":{},"uri":"{}"}}],"bufferViews":[{{"buffer":0,"byteLength":{}}}],)"
                R"("accessors":[{}])",
                bytes_.size(), uri, bytes_.size(), accessors_);
        }

    private:
        std::string bytes_, accessors_;
        int count_ = 0;
    };
    std::vector<Channel> channels_;
};

}  // namespace lamella
