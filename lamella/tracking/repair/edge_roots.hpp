// Where the surface crosses grid edges whose ends have different signs, as a share of the edge between 0.1 and 0.9.
// With a field: its root by four steps of Illinois' regula falsi (Dowell and Jarratt 1971), or the shallower end where
// phi has the same sign at both (the mesh's sign holds at one). Without: the mesh's own crossing at which w >= 1 ends.
#pragma once

#include <lamella/tracking/repair/node_depths.hpp>

namespace lamella {

class EdgeRoots {
public:
    virtual ~EdgeRoots() = default;
    virtual std::vector<double> find(std::span<const GridEdge> edges, std::span<const char> lower_inside) const = 0;
    // At the centres of faces between four crossed edges.
    virtual std::vector<char> inside(std::span<const Vec3d> places) const = 0;
};

class RootsOfField final : public EdgeRoots {
public:
    RootsOfField(const LevelField& phi, const RepairGrid& grid) : phi_(phi), grid_(grid) {}
    std::vector<double> find(std::span<const GridEdge> edges, std::span<const char> lower_inside) const override;
    std::vector<char> inside(std::span<const Vec3d> places) const override;

private:
    std::vector<double> values(std::span<const GridEdge> edges, std::span<const double> along) const;

    const LevelField& phi_;
    const RepairGrid& grid_;
};

class RootsOfMesh final : public EdgeRoots {
public:
    // The mesh is as it was rastered.
    RootsOfMesh(const ConnectedMesh& mesh, const MeshRaster& raster);
    std::vector<double> find(std::span<const GridEdge> edges, std::span<const char> lower_inside) const override;
    std::vector<char> inside(std::span<const Vec3d> places) const override;  // never: bodies stay apart

private:
    std::vector<Vec3i> corners_;
    const MeshRaster& raster_;
};

}  // namespace lamella
