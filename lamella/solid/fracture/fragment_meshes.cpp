#include <lamella/core/parallel.hpp>
#include <lamella/geometry/quadric.hpp>
#include <lamella/solid/fracture/fragment_meshes.hpp>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

constexpr double kPull = 0.05;  // of a vertex towards the middle of its faces

// An edge of the grid between two labels.
struct LabelEdge {
    std::int64_t node;  // its lower end
    int axis;
    FragmentField::Face face;
};

class DualContour {
public:
    DualContour(const FragmentField& field, const Box3& bounds, double cell) : field_(field), cell_(cell) {
        low_ = bounds.min.cast<double>().array() - 1.5 * cell;
        const Vec3d cells = (bounds.max.cast<double>() - low_).array() / cell + 2.5;
        for (int c = 0; c < 3; ++c) counts_[c] = static_cast<std::int64_t>(cells[c]) + 1;
        stride_ = {1, counts_[0], counts_[0] * counts_[1]};
        label_nodes();
        find_edges();
        place_vertices();
    }

    std::vector<FragmentMesh> meshes() const {
        std::map<Index, std::vector<std::pair<const LabelEdge*, bool>>> faces;  // and whether it looks along the axis
        for (const LabelEdge& edge : edges_) {
            const Index below = labels_[edge.node], above = labels_[edge.node + stride_[edge.axis]];
            if (below != FragmentField::kOutside) faces[below].emplace_back(&edge, true);
            if (above != FragmentField::kOutside) faces[above].emplace_back(&edge, false);
        }
        std::vector<FragmentMesh> all;
        for (const auto& [fragment, own] : faces) all.push_back({fragment, mesh_of(own)});
        return all;
    }

private:
    std::int64_t node_count() const { return stride_[2] * counts_[2]; }
    Vec3d place(std::int64_t node) const {
        const std::int64_t z = node / stride_[2], y = node % stride_[2] / stride_[1], x = node % stride_[1];
        return low_ + cell_ * Vec3d(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
    }
    bool at_border(std::int64_t node) const {
        const std::array at{node % stride_[1], node % stride_[2] / stride_[1], node / stride_[2]};
        for (int c = 0; c < 3; ++c)
            if (at[c] == 0 || at[c] + 1 == counts_[c]) return true;
        return false;
    }

    void label_nodes() {
        labels_.resize(node_count());
        parallel_for(
            "label nodes", static_cast<Index>(counts_[1] * counts_[2]),
            [&](Index row) {
                for (std::int64_t node = row * counts_[0]; node < (row + 1) * counts_[0]; ++node)
                    labels_[node] = at_border(node) ? FragmentField::kOutside : field_.label(place(node));
            },
            4);
    }

    void find_edges() {
        for (std::int64_t node = 0; node < node_count(); ++node)
            for (int axis = 0; axis < 3; ++axis)
                if (node + stride_[axis] < node_count() && labels_[node] != labels_[node + stride_[axis]])
                    edges_.push_back({node, axis, {}});
        parallel_for(
            "faces of fragments", static_cast<Index>(edges_.size()),
            [&](Index k) {
                LabelEdge& edge = edges_[k];
                const std::int64_t above = edge.node + stride_[edge.axis];
                edge.face = field_.face(place(edge.node), labels_[edge.node], place(above), labels_[above]);
            },
            32);
    }

    // The four cells around an edge, counter-clockwise as seen from where the axis points to. A cell has the number of
    // its lowest node.
    std::array<std::int64_t, 4> around(const LabelEdge& edge) const {
        const std::int64_t u = stride_[(edge.axis + 1) % 3], v = stride_[(edge.axis + 2) % 3];
        return {edge.node - u - v, edge.node - v, edge.node, edge.node - u};
    }

    void place_vertices() {
        struct Sum {
            Quadric planes;
            Vec3d points = Vec3d::Zero();
            double count = 0.0;
        };
        std::vector<Sum> sums;
        std::vector<std::int64_t> cells;
        vertex_of_.assign(node_count(), -1);
        for (const LabelEdge& edge : edges_)
            for (const std::int64_t cell : around(edge)) {
                if (vertex_of_[cell] < 0) {
                    vertex_of_[cell] = static_cast<Index>(sums.size());
                    sums.emplace_back();
                    cells.push_back(cell);
                }
                Sum& sum = sums[vertex_of_[cell]];
                const Vec3d at = edge.face.point - place(cell);
                sum.planes = sum.planes + Quadric::plane(edge.face.normal, at, 1.0);
                sum.points += at;
                sum.count += 1.0;
            }
        vertices_.resize(sums.size());
        parallel_for("vertices of fragments", static_cast<Index>(sums.size()), [&](Index k) {
            const Vec3d best = sums[k].planes.minimiser(sums[k].points / sums[k].count, kPull);
            vertices_[k] = place(cells[k]) + best.cwiseMax(0.0).cwiseMin(cell_);
        });
    }

    TriangleMesh mesh_of(std::span<const std::pair<const LabelEdge*, bool>> faces) const {
        TriangleMesh mesh;
        std::map<Index, Index> number;
        std::vector<double> inside, area;
        const auto vertex = [&](std::int64_t cell) {
            const auto [at, added] = number.try_emplace(vertex_of_[cell], mesh.vertex_count());
            if (added) {
                mesh.positions.push_back(vertices_[at->first].cast<Real>());
                inside.push_back(0.0);
                area.push_back(0.0);
            }
            return at->second;
        };
        for (const auto& [edge, along] : faces) {
            std::array<Index, 4> quad;
            std::ranges::transform(around(*edge), quad.begin(), vertex);
            if (!along) std::swap(quad[1], quad[3]);
            const auto p = [&](int k) { return mesh.positions[quad[k]].template cast<double>().eval(); };
            const int turn = (p(0) - p(2)).squaredNorm() <= (p(1) - p(3)).squaredNorm() ? 0 : 1;
            for (const auto& [a, b, c] : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
                const std::array<int, 3> k{(a + turn) % 4, (b + turn) % 4, (c + turn) % 4};
                mesh.triangles.emplace_back(quad[k[0]], quad[k[1]], quad[k[2]]);
                const double size = cross(Vec3d(p(k[1]) - p(k[0])), Vec3d(p(k[2]) - p(k[0]))).norm() + 1e-30;
                for (const int corner : k) {
                    area[quad[corner]] += size;
                    inside[quad[corner]] += edge->face.inside ? size : 0.0;
                }
            }
        }
        mesh.attributes.resize(mesh.vertex_count());
        auto& column = mesh.attributes.add<ScalarColumn>("inside");
        for (Index v = 0; v < mesh.vertex_count(); ++v) column[v] = static_cast<Real>(inside[v] / area[v]);
        return mesh;
    }

    const FragmentField& field_;
    double cell_;
    Vec3d low_;
    std::array<std::int64_t, 3> counts_{};
    std::array<std::int64_t, 3> stride_{};
    std::vector<Index> labels_;  // of the nodes
    std::vector<LabelEdge> edges_;
    std::vector<Index> vertex_of_;  // of the cells
    std::vector<Vec3d> vertices_;
};

}  // namespace

std::vector<FragmentMesh> fragment_meshes(const FragmentField& field, const Box3& bounds, double cell) {
    return DualContour(field, bounds, cell).meshes();
}

}  // namespace lamella
