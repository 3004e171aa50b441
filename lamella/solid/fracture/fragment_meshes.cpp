#include <lamella/core/parallel.hpp>
#include <lamella/core/smooth_noise.hpp>
#include <lamella/geometry/quadric.hpp>
#include <lamella/solid/fracture/fragment_meshes.hpp>
#include <lamella/solid/fracture/quad_joints.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace lamella {
namespace {

constexpr double kPull = 0.05;                     // of a vertex towards the middle of its faces
constexpr std::uint64_t kLarge = 11, kSmall = 12;  // seeds of the noise

// An edge of the grid between two labels.
struct LabelEdge {
    std::int64_t node;  // its lower end
    int axis;
    FragmentField::Face face;
};

// A mesh that grows, and for each vertex how much of the area around it is inside.
struct MeshParts {
    TriangleMesh mesh;
    std::vector<double> inside, area;

    Index add(const Vec3d& at) {
        mesh.positions.push_back(at.cast<Real>());
        inside.push_back(0.0);
        area.push_back(0.0);
        return mesh.vertex_count() - 1;
    }
    Vec3d at(Index v) const { return mesh.positions[v].cast<double>(); }
    void add(const Vec3i& t, bool is_inside) {
        mesh.triangles.push_back(t);
        const double size = cross(Vec3d(at(t[1]) - at(t[0])), Vec3d(at(t[2]) - at(t[0]))).norm() + 1e-30;
        for (const Index v : {t[0], t[1], t[2]}) {
            area[v] += size;
            inside[v] += is_inside ? size : 0.0;
        }
    }
    // A quad by its shorter diagonal, another polygon from its middle.
    void add(const std::vector<Index>& polygon, bool is_inside) {
        const std::size_t n = polygon.size();
        if (n == 4) {
            const bool even =
                (at(polygon[0]) - at(polygon[2])).squaredNorm() <= (at(polygon[1]) - at(polygon[3])).squaredNorm();
            const auto p = [&](std::size_t k) { return polygon[(k + (even ? 0 : 1)) % 4]; };
            add(Vec3i(p(0), p(1), p(2)), is_inside);
            add(Vec3i(p(0), p(2), p(3)), is_inside);
            return;
        }
        Vec3d sum = Vec3d::Zero();
        for (const Index v : polygon) sum += at(v);
        const Index middle = add(Vec3d(sum / static_cast<double>(n)));
        for (std::size_t k = 0; k < n; ++k) add(Vec3i(polygon[k], polygon[(k + 1) % n], middle), is_inside);
    }
};

// Where faces of fracture and of the skin look, near one vertex.
struct Normals {
    Mat3d inside = Mat3d::Zero(), skin = Mat3d::Zero();  // sums of n n^T
    double inside_count = 0.0, skin_count = 0.0;

    void add(const FragmentField::Face& face) {
        (face.inside ? inside : skin) += face.normal * face.normal.transpose();
        (face.inside ? inside_count : skin_count) += 1.0;
    }
};

// The way of a vertex at p: the noise that lies across the faces of fracture, and not across the skin.
Vec3d bump(const FaceRoughness& roughness, const Normals& normals, const Vec3d& p) {
    const Vec3d noise =
        smooth_noise(p / roughness.length, kLarge) + 0.5 * smooth_noise(2.0 * p / roughness.length, kSmall);
    Vec3d way = roughness.height * (normals.inside / normals.inside_count * noise);
    if (normals.skin_count > 0.0) way -= normals.skin / normals.skin_count * way;
    return way;
}

class DualContour {
public:
    DualContour(const FragmentField& field, const Box3& bounds, double cell, const FaceRoughness& roughness)
        : field_(field), cell_(cell), roughness_(roughness) {
        low_ = bounds.min.cast<double>().array() - 1.5 * cell;
        const Vec3d cells = (bounds.max.cast<double>() - low_).array() / cell + 2.5;
        for (int c = 0; c < 3; ++c) counts_[c] = static_cast<std::int64_t>(cells[c]) + 1;
        stride_ = {1, counts_[0], counts_[0] * counts_[1]};
        label_nodes();
        give_each_fragment_a_node();
        find_edges();
        place_vertices();
    }

    std::vector<FragmentMesh> meshes() const {
        std::map<Index, std::vector<Face>> faces;
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

    // The smallest can be outvoted everywhere: then the node nearest to one of its particles is its own.
    void give_each_fragment_a_node() {
        std::map<Index, std::int64_t> nodes;
        for (const Index label : labels_) ++nodes[label];
        struct Near {
            Index fragment;
            double squared;
            std::int64_t node;
            auto order() const { return std::tuple(fragment, squared, node); }
        };
        std::vector<Near> near;
        field_.for_each_particle([&](Index fragment, const Vec3& at) {
            if (nodes.contains(fragment)) return;
            const Vec3d where = (at.cast<double>() - low_) / cell_;
            for (int corner = 0; corner < 8; ++corner) {
                std::int64_t node = 0;
                for (int c = 0; c < 3; ++c)
                    node += (static_cast<std::int64_t>(where[c]) + (corner >> c & 1)) * stride_[c];
                near.push_back({fragment, (place(node) - at.cast<double>()).squaredNorm(), node});
            }
        });
        std::ranges::sort(near, {}, &Near::order);
        for (const Near& one : near) {
            std::int64_t& left = nodes[labels_[one.node]];
            if (nodes[one.fragment] > 0 || left == 1) continue;
            --left;
            labels_[one.node] = one.fragment;
            ++nodes[one.fragment];
        }
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
            Normals normals;
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
                sum.normals.add(edge.face);
            }
        vertices_.resize(sums.size());
        parallel_for("vertices of fragments", static_cast<Index>(sums.size()), [&](Index k) {
            const Vec3d best = sums[k].planes.minimiser(sums[k].points / sums[k].count, kPull);
            vertices_[k] = place(cells[k]) + best.cwiseMax(0.0).cwiseMin(cell_);
            if (roughness_.height > 0.0 && sums[k].normals.inside_count > 0.0)
                vertices_[k] += bump(roughness_, sums[k].normals, vertices_[k]);
        });
    }

    // A face of a fragment: an edge of the grid, and whether it looks along its axis.
    using Face = std::pair<const LabelEdge*, bool>;
    std::int64_t own_node(const Face& face) const {
        return face.second ? face.first->node : face.first->node + stride_[face.first->axis];
    }

    TriangleMesh mesh_of(std::span<const Face> faces) const {
        std::vector<GridQuad> quads;
        for (const Face& face : faces) quads.push_back({around(*face.first), own_node(face)});
        JoinedQuads joined = join_quads(quads);
        MeshParts parts;
        for (const auto& [first, second] : joined.vertices)
            parts.add(Vec3d(0.5 * (vertices_[vertex_of_[first]] + vertices_[vertex_of_[second]])));
        for (std::size_t k = 0; k < faces.size(); ++k) {
            if (!faces[k].second) std::ranges::reverse(joined.polygons[k]);
            parts.add(joined.polygons[k], faces[k].first->face.inside);
        }
        parts.mesh.attributes.resize(parts.mesh.vertex_count());
        auto& inside = parts.mesh.attributes.add<ScalarColumn>("inside");
        for (Index v = 0; v < parts.mesh.vertex_count(); ++v)
            inside[v] = static_cast<Real>(parts.inside[v] / parts.area[v]);
        return std::move(parts.mesh);
    }

    const FragmentField& field_;
    double cell_;
    FaceRoughness roughness_;
    Vec3d low_;
    std::array<std::int64_t, 3> counts_{};
    std::array<std::int64_t, 3> stride_{};
    std::vector<Index> labels_;  // of the nodes
    std::vector<LabelEdge> edges_;
    std::vector<Index> vertex_of_;  // of the cells
    std::vector<Vec3d> vertices_;
};

}  // namespace

std::vector<FragmentMesh> fragment_meshes(const FragmentField& field, const Box3& bounds, double cell,
                                          const FaceRoughness& roughness) {
    return DualContour(field, bounds, cell, roughness).meshes();
}

}  // namespace lamella
