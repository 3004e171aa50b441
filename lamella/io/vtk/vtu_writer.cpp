#include <lamella/io/vtk/vtu.hpp>
#include <lamella/io/vtk/vtu_arrays.hpp>

#include <numeric>

namespace lamella {

namespace {

constexpr int kVertexCell = 1;

}  // namespace

// One vertex cell for each point, without which ParaView shows nothing.
std::string write_vtu(const ParticleSet& particles, const Provenance& provenance) {
    const Index n = particles.size();
    std::vector<Index> corners(static_cast<std::size_t>(n));
    std::iota(corners.begin(), corners.end(), 0);
    std::string out = vtu_head(n, n, provenance);
    out += "<Points>\n";
    append_vtu_array(out, "Points", n, position_fields(particles));
    out += "</Points>\n";
    append_vtu_cells(out, corners, 1, kVertexCell);
    append_vtu_columns(out, "PointData", particles);
    return out + vtu_tail();
}

}  // namespace lamella
