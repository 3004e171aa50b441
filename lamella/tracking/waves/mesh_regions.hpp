// The connected parts of a mesh, and numbers on its vertices: means over each part, smooth versions of them.
#pragma once

#include <lamella/geometry/connected/connected_mesh.hpp>

#include <vector>

namespace lamella {

class MeshRegions {
public:
    // Without slots of what was taken away; areas of the vertices.
    MeshRegions(const ConnectedMesh& mesh, const std::vector<double>& areas);

    Index count() const { return static_cast<Index>(extents_.size()); }
    Index of(Index v) const { return region_[v]; }
    double extent(Index region) const { return extents_[region]; }  // diagonal of its box, m

    // Takes the mean over its area off each part.
    void remove_means(std::vector<double>& values) const;

private:
    const std::vector<double>& areas_;
    std::vector<Index> region_;
    std::vector<double> region_areas_;
    std::vector<double> extents_;
};

// Each pass goes half of the way to the mean of a vertex's neighbours: after n of them a wave of length s edges is left
// with a share of about exp(-4.9 n / s^2).
std::vector<double> smoothed(const ConnectedMesh& mesh, std::vector<double> values, int passes);

}  // namespace lamella
