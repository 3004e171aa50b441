// The cracks of a solid as sheets of triangles in its rest state (Keiser 2006, 5.6.2 and 5.6.4; his surfels on both
// faces become one sheet). Behind a front that advances a strip is laid, so sheet and front stay joined.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/solid/fracture/crack_front.hpp>
#include <lamella/solid/fracture/triangle_cells.hpp>

#include <span>

namespace lamella {

class CrackSheets {
public:
    static constexpr double kMoved = 0.05;   // spacings by which a node has moved that gets a new vertex
    static constexpr double kLongest = 1.0;  // spacings, of the edges of fronts
    static constexpr double kShortest = 0.35;

    explicit CrackSheets(double spacing = 1.0) : spacing_(spacing), cells_(2.0 * spacing) {}

    double spacing() const { return spacing_; }
    Index triangle_count() const { return static_cast<Index>(triangles_.size()); }
    SheetTriangle triangle(Index t) const;
    Index sheet_count() const { return sheet_count_; }
    Index sheet_of(Index triangle) const { return sheet_of_[triangle]; }
    std::span<const Vec3d> vertices() const { return vertices_; }
    const std::vector<CrackFront>& fronts() const { return fronts_; }
    std::vector<CrackFront>& fronts() { return fronts_; }

    // A new sheet; its vertices follow one another from the number that is returned.
    Index add_sheet(std::span<const Vec3d> vertices, std::span<const Vec3i> triangles);

    // One more of a sheet that there is.
    void add_triangle(const Vec3i& corners, Index sheet);

    // A front: its vertices in order, and the directions away from what is there.
    void add_front(std::span<const Index> vertices, std::span<const Vec3d> directions, bool closed, Index sheet);

    // A disc with a front all around.
    void add_disc(const Vec3d& centre, const Vec3d& normal, double radius, Index sides);

    // Lays the strip between where the front was and where it is.
    void lay_strip(CrackFront& front);

    // Long edges of a front get a node in their middle; of short ones one goes. Right after its strip was laid.
    void even_out(CrackFront& front);

    // Fronts of the sheet of which one waits where the other begins or ends become one; one that waits for itself a
    // ring.
    void join_fronts(Index sheet);

    // Fronts fall apart at nodes that have ended, and end with their last one.
    void cut_fronts();

    // From p to the nearest node that has not ended, or edge between two, of the sheet: infinite where its fronts have
    // ended.
    double distance_to_front(Index sheet, const Vec3d& p) const;

    // Calls f(triangle) for those that may come so near to p, some more than once.
    template <class F>
    void for_each_near(const Vec3d& p, double distance, F&& f) const {
        cells_.for_each_near(p, distance, f);
    }

    struct Crossing {
        double share = 2.0;   // of the way from a to b; above 1: there is none
        Index triangle = -1;  // the one crossed first

        bool found() const { return triangle >= 0; }
    };
    // Calls f(triangle, share of the way) where the way from a to b crosses, in no order that matters: some twice.
    template <class F>
    void for_each_crossing(const Vec3d& a, const Vec3d& b, F&& f) const {
        cells_.for_each_near(a.cwiseMin(b), a.cwiseMax(b), [&](Index t) {
            if (const auto share = crossing(triangle(t), a, b)) f(t, *share);
        });
    }

    // Where the way from a to b first crosses a triangle that `counts`.
    Crossing first_crossing(const Vec3d& a, const Vec3d& b, FunctionRef<bool(Index)> counts) const;
    Crossing first_crossing(const Vec3d& a, const Vec3d& b) const {
        return first_crossing(a, b, [](Index) { return true; });
    }

    // Whether a vertex lies within the distance of p.
    bool vertex_near(const Vec3d& p, double distance) const;

    template <class Visitor>
    void state(Visitor& visit) {
        visit("vertices", vertices_);
        visit("triangles", triangles_);
        visit("sheet_of", sheet_of_);
        visit("sheet_count", sheet_count_);
        FlatFronts flat = flatten();
        visit("front_sheets", flat.sheets);
        visit("front_closed", flat.closed);
        visit("front_sizes", flat.sizes);
        visit("node_places", flat.places);
        visit("node_vertices", flat.vertices);
        visit("node_states", flat.states);
        restore(flat);
    }

private:
    struct FlatFronts {
        std::vector<Index> sheets;
        std::vector<char> closed;
        std::vector<Index> sizes;
        std::vector<std::array<double, 9>> places;  // position, up, plane of each node
        std::vector<Index> vertices;
        std::vector<std::array<char, 2>> states;  // state, turned
    };
    FlatFronts flatten() const;
    void restore(const FlatFronts& flat);
    bool insert_node(CrackFront& front, Index edge);
    bool remove_node(CrackFront& front, Index edge);

    double spacing_;
    TriangleCells cells_;
    std::vector<Vec3d> vertices_;
    std::vector<Vec3i> triangles_;
    std::vector<Index> sheet_of_;
    Index sheet_count_ = 0;
    std::vector<CrackFront> fronts_;
};

}  // namespace lamella
