// USD text (.usda): one file for a sequence of meshes, whose topology may change from frame to frame.
#pragma once

#include <lamella/core/atomic_file.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/provenance.hpp>

#include <array>
#include <filesystem>
#include <memory>

namespace lamella {

// Frames are given one after another; only one is in memory. Each attribute collects its time samples in
// a temporary file beside the target, and finish() joins them; without it nothing remains.
class UsdaWriter {
public:
    UsdaWriter(std::filesystem::path path, double frame_rate, Provenance provenance = {});
    void add(int frame, const TriangleMesh& mesh);  // frame numbers rise; N and v are written if present
    void finish();

private:
    enum Part { kExtent, kCounts, kIndices, kPoints, kNormals, kVelocities, kParts };
    void sample(Part part, int frame, const std::string& values);

    std::filesystem::path path_;
    double frame_rate_;
    Provenance provenance_;
    std::array<std::unique_ptr<AtomicFile>, kParts> parts_;
    std::array<bool, kParts> used_{};
    int first_ = 0, last_ = 0, frames_ = 0;
};

}  // namespace lamella
