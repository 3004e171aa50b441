// USD text (.usda): one file for a sequence of meshes, whose topology may change from frame to frame.
#pragma once

#include <lamella/core/atomic_file.hpp>
#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/io/up_axis.hpp>

#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace lamella {

// Frames are given one after another; only one is in memory. Each attribute collects its time samples in
// a temporary file beside the target, and finish() joins them; without it nothing remains.
//
// N are the normals, v the velocities, Cd is displayColor, the first two components of uv are st; every other column of
// the vertices is a primvar of its name.
class UsdaWriter {
public:
    UsdaWriter(std::filesystem::path path, double frame_rate, Provenance provenance = {}, UpAxis up = UpAxis::y);
    void add(int frame, const TriangleMesh& mesh);  // frame numbers rise
    // Writes the file; returns the attributes that are not in it, since some frames have none.
    std::vector<std::string> finish();

private:
    struct Part {
        std::string column;  // of the vertices; "" for what every mesh has
        std::string declaration;
        std::string metadata;
        std::unique_ptr<AtomicFile> file;
        int meshes = 0;  // with vertices, that have it
    };

    Part& part(const std::string& column, const std::string& declaration, const std::string& metadata = "");
    void sample(Part& part, int frame, const std::string& values);
    void copy_samples(Part& part, AtomicFile& file) const;

    std::filesystem::path path_;
    double frame_rate_;
    Provenance provenance_;
    UpAxis up_;
    std::list<Part> parts_;
    std::vector<int> empty_frames_;
    int first_ = 0, last_ = 0, frames_ = 0;
};

}  // namespace lamella
