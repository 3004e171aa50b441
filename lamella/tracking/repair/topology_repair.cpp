#include <lamella/core/error.hpp>
#include <lamella/tracking/repair/hidden_parts.hpp>
#include <lamella/tracking/repair/patch_data.hpp>
#include <lamella/tracking/repair/region_closure.hpp>
#include <lamella/tracking/repair/region_fill.hpp>
#include <lamella/tracking/repair/repair_check.hpp>
#include <lamella/tracking/repair/repair_seeds.hpp>
#include <lamella/tracking/repair/satellites.hpp>
#include <lamella/tracking/repair/topology_repair.hpp>

#include <algorithm>
#include <memory>

namespace lamella {
namespace {

constexpr int kMostRounds = 6;
constexpr Real kFarthestParent = 4.0f;  // cells
constexpr int kRings = 2;

void sort_unique(std::vector<Index>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::vector<Vec3i> cells_of(const CellRegion& region) {
    std::vector<Vec3i> cells;
    for (const CellKey key : region.ascending()) cells.push_back(tile_of_key(key));
    return cells;
}

// One grid, one region.
class Attempt {
public:
    // `depth`: in cells of the grid, in place of the setting.
    Attempt(ConnectedMesh& mesh, const LevelField* phi, const RepairSettings& settings, const RepairGrid& grid,
            Real depth, RepairReport& report)
        : mesh_(mesh),
          phi_(phi),
          settings_(settings),
          depth_(depth),
          report_(report),
          grid_(grid),
          raster_(mesh, grid_),
          depths_(phi, raster_, grid_) {}

    // Cells to be filled; none where there is nothing to do.
    CellRegion find_region(std::span<const Vec3> failed_places) {
        CellRegion region = find_seeds(mesh_, phi_, raster_, grid_, depths_, settings_, failed_places);
        report_.seeds = region.size();
        close_region(region, cells_of(region), raster_, depths_, depth_);
        return region;
    }

    bool is_thin(const CellRegion& region) const {
        if (!phi_) return false;
        const RepairGrid grid = grid_.halved();
        NodeDepths half(phi_, raster_, grid);
        return hides_parts(region, half);
    }

    // Whether it is done; else the mesh has got some splits at most.
    bool fill(CellRegion region) {
        const std::unique_ptr<EdgeRoots> roots = make_roots();
        RegionClip clip(mesh_, raster_, grid_, report_.origins);
        const Index first_made = mesh_.vertex_slots();
        std::vector<Index> inside;
        std::vector<RimEdge> rim;
        if (!cut(region, clip, inside, rim)) return false;
        RegionPatch patch;
        if (!fill_region(mesh_, region, rim, clip, raster_, depths_, *roots, grid_, patch)) return false;
        if (!patch_closes(patch.faces, rim)) return false;
        return apply(region, inside, patch, first_made);
    }

    // All cells near the mesh.
    bool run_everywhere() {
        depths_.evaluate_band(1);
        std::vector<std::vector<Vec3i>> nodes(static_cast<std::size_t>(depths_.chunks()));
        depths_.for_each_in_band([&](Index chunk, const Vec3i& node, Index, Real) { nodes[chunk].push_back(node); });
        CellRegion region;
        for (const auto& list : nodes)
            for (const Vec3i& node : list) for_each_cell_at_node(node, [&](const Vec3i& cell) { region.add(cell); });
        return region.empty() || fill(region);
    }

private:
    std::unique_ptr<EdgeRoots> make_roots() const {
        if (phi_) return std::make_unique<RootsOfField>(*phi_, grid_);
        return std::make_unique<RootsOfMesh>(mesh_, raster_);
    }

    bool cut(CellRegion& region, RegionClip& clip, std::vector<Index>& inside, std::vector<RimEdge>& rim) {
        std::vector<Vec3i> fresh = cells_of(region);
        for (int round = 0; round < kMostRounds; ++round) {
            close_region(region, std::move(fresh), raster_, depths_, depth_);
            clip.cut(region);
            ++report_.rounds;
            if (!clip.find_rim(region, inside, rim)) return false;
            fresh = cells_behind_closed_rims(rim, clip);
            if (fresh.empty()) return true;
            if (round + 1 < kMostRounds)
                for (const Vec3i& cell : fresh) region.add(cell);
        }
        return true;  // what still closes within a face becomes a cap
    }

    bool apply(const CellRegion& region, std::span<const Index> inside, const RegionPatch& patch, Index first_made) {
        std::vector<Index> before;
        for (const Index f : inside)
            for (int k = 0; k < 3; ++k) before.push_back(mesh_.corners(f)[k]);
        sort_unique(before);
        const std::vector<NewFace> made = carry_data(mesh_, inside, patch.faces, patch.first_vertex,
                                                     kFarthestParent * settings_.cell, report_.origins);
        if (!replace_faces(mesh_, inside, made)) return false;
        report_.repairs = 1;
        report_.cells = region.size();
        const auto went = std::count_if(before.begin(), before.end(),
                                        [&](Index v) { return v < first_made && mesh_.outgoing(v) < 0; });
        report_.replaced = static_cast<Index>(went);
        for (Index v = patch.first_vertex; v < mesh_.vertex_slots(); ++v) report_.patch.push_back(v);
        for (const NewFace& face : made)
            for (int k = 0; k < 3; ++k) report_.active.push_back(face.corners[k]);
        for (Index v = first_made; v < mesh_.vertex_slots(); ++v) report_.active.push_back(v);
        return true;
    }

    ConnectedMesh& mesh_;
    const LevelField* phi_;
    const RepairSettings& settings_;
    Real depth_;
    RepairReport& report_;
    RepairGrid grid_;
    MeshRaster raster_;
    NodeDepths depths_;
};

void keep_present(const ConnectedMesh& mesh, std::vector<Index>& numbers) {
    sort_unique(numbers);
    std::erase_if(numbers, [&](Index v) { return mesh.outgoing(v) < 0; });
}

void finish_lists(const ConnectedMesh& mesh, RepairReport& report) {
    keep_present(mesh, report.patch);
    keep_present(mesh, report.active);
    for (int ring = 0; ring < kRings; ++ring) {
        std::vector<Index> around;
        for (const Index v : report.active) mesh.for_each_outgoing(v, [&](Index h) { around.push_back(mesh.to(h)); });
        report.active.insert(report.active.end(), around.begin(), around.end());
        sort_unique(report.active);
    }
}

// As deep as on whole cells is what counts.
bool fill_half_cells(ConnectedMesh& mesh, const LevelField* phi, const RepairSettings& settings, const RepairGrid& grid,
                     const CellRegion& region, RepairReport& report) {
    return Attempt(mesh, phi, settings, grid.halved(), 2.0f * settings.depth, report).fill(halved(region));
}

void repair_with_grids(ConnectedMesh& mesh, const LevelField* phi, const RepairSettings& settings,
                       std::span<const Vec3> failed_places, RepairReport& report) {
    for (int number = 0; number < settings.attempts; ++number) {
        const RepairGrid grid(settings.cell, number);
        Attempt attempt(mesh, phi, settings, grid, settings.depth, report);
        ++report.attempts;
        const CellRegion region = attempt.find_region(failed_places);
        if (region.empty()) return;
        const bool thin = number == 0 && attempt.is_thin(region);
        if (thin ? fill_half_cells(mesh, phi, settings, grid, region, report) : attempt.fill(region)) return;
    }
    report.emergency = true;
    const RepairGrid grid(settings.cell, settings.attempts);
    if (!Attempt(mesh, phi, settings, grid, settings.depth, report).run_everywhere())
        throw RunError("the tracked mesh could not be extracted anew from its field");
}

RepairReport repair(ConnectedMesh& mesh, const LevelField* phi, const RepairSettings& settings,
                    std::span<const Vec3> failed_places) {
    RepairReport report;
    repair_with_grids(mesh, phi, settings, failed_places, report);
    report.satellites = remove_satellites(mesh, phi, RepairGrid(settings.cell, 0), settings.satellite);
    finish_lists(mesh, report);
    return report;
}

}  // namespace

RepairReport repair_topology(ConnectedMesh& mesh, const LevelField& phi, const RepairSettings& settings,
                             std::span<const Vec3> failed_places) {
    return repair(mesh, &phi, settings, failed_places);
}

RepairReport repair_topology(ConnectedMesh& mesh, const RepairSettings& settings, std::span<const Vec3> failed_places) {
    return repair(mesh, nullptr, settings, failed_places);
}

}  // namespace lamella
