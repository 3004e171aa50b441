#include <lamella/core/disjoint_sets.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/tracking/waves/mesh_regions.hpp>

namespace lamella {

MeshRegions::MeshRegions(const ConnectedMesh& mesh, const std::vector<double>& areas) : areas_(areas) {
    const Index n = mesh.vertex_slots();
    DisjointSets sets(n);
    for (Index f = 0; f < mesh.face_slots(); ++f) {
        sets.join(mesh.corners(f)[0], mesh.corners(f)[1]);
        sets.join(mesh.corners(f)[0], mesh.corners(f)[2]);
    }
    std::vector<Index> number(static_cast<std::size_t>(n), -1);
    std::vector<Box3> boxes;
    region_.resize(number.size());
    for (Index v = 0; v < n; ++v) {
        Index& region = number[sets.find(v)];
        if (region < 0) {
            region = static_cast<Index>(boxes.size());
            boxes.emplace_back();
            region_areas_.push_back(0.0);
        }
        region_[v] = region;
        boxes[region].extend(mesh.positions[v]);
        region_areas_[region] += areas_[v];
    }
    for (const Box3& box : boxes) extents_.push_back(box.diagonal());
}

void MeshRegions::remove_means(std::vector<double>& values) const {
    std::vector<double> means(extents_.size(), 0.0);
    for (std::size_t v = 0; v < values.size(); ++v) means[region_[v]] += areas_[v] * values[v];
    for (std::size_t r = 0; r < means.size(); ++r)
        means[r] = region_areas_[r] > 0.0 ? means[r] / region_areas_[r] : 0.0;
    for (std::size_t v = 0; v < values.size(); ++v) values[v] -= means[region_[v]];
}

std::vector<double> smoothed(const ConnectedMesh& mesh, std::vector<double> values, int passes) {
    std::vector<double> next(values.size());
    for (int pass = 0; pass < passes; ++pass) {
        parallel_for("smooth values", mesh.vertex_slots(), [&](Index v) {
            double sum = 0.0;
            int count = 0;
            mesh.for_each_outgoing(v, [&](Index h) {
                sum += values[mesh.to(h)];
                ++count;
            });
            next[v] = count > 0 ? 0.5 * (values[v] + sum / count) : values[v];
        });
        values.swap(next);
    }
    return values;
}

}  // namespace lamella
