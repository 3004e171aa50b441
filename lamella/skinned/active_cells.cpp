#include <lamella/core/parallel.hpp>
#include <lamella/skinned/active_cells.hpp>

namespace lamella {

namespace {

// The wet cells by the layers around each.
std::vector<std::vector<Index>> by_layers(const MeshStep& step, const WaterCells& water) {
    std::vector<std::uint8_t> layers(water.wet.size());
    parallel_for("layers around wet cells", static_cast<Index>(layers.size()), [&](Index k) {
        const Index cell = water.wet[k];
        const Vec3 u = water.amounts[cell].velocity() - step.velocity(cell);
        const double way = static_cast<double>(u.norm()) * step.dt / step.mesh.cell;
        layers[k] = static_cast<std::uint8_t>(std::min<double>(
            ActiveCells::kLayers + std::ceil(ActiveCells::kLayersACell * way), ActiveCells::kMostLayers));
    });
    std::vector<std::vector<Index>> cells(ActiveCells::kMostLayers + 1);
    for (std::size_t k = 0; k < layers.size(); ++k) cells[layers[k]].push_back(water.wet[k]);
    return cells;
}

}  // namespace

// From the cells with the most layers to go to those with the fewest, so that each is found with the most it can have.
void ActiveCells::find(const MeshStep& step, const WaterCells& water) {
    for (const Index cell : cells_) slots_[cell] = -1;
    cells_ = water.wet;
    for (Index slot = 0; slot < count(); ++slot) slots_[cells_[slot]] = slot;
    groups_ = {count()};
    const std::vector<std::vector<Index>> wet = by_layers(step, water);
    const auto enter_neighbours = [&](Index cell) {
        for (const Index next : step.mesh.neighbours[cell])
            if (next >= 0 && slots_[next] < 0 && !step.mesh.solid(next)) {
                slots_[next] = count();
                cells_.push_back(next);
            }
    };
    Index begin = count();
    for (std::size_t layers = wet.size() - 1; layers > 0; --layers) {
        const Index end = count();
        for (Index slot = begin; slot < end; ++slot) enter_neighbours(cells_[slot]);
        for (const Index cell : wet[layers]) enter_neighbours(cell);
        begin = end;
        if (count() > end) groups_.push_back(count());
    }
    velocities_.resize(cells_.size());
}

void ActiveCells::extrapolate(const SkinnedTets& mesh, const WaterCells& water) {
    parallel_for("velocities of wet cells", wet_count(),
                 [&](Index slot) { velocities_[slot] = water.amounts[cells_[slot]].velocity(); });
    for (std::size_t group = 1; group < groups_.size(); ++group) {
        const Index begin = groups_[group - 1];
        parallel_for("velocities of dry cells", groups_[group] - begin, [&](Index k) {
            Vec3 sum = Vec3::Zero();
            Real count = 0.0f;
            for (const Index next : mesh.neighbours[cells_[begin + k]])
                if (next >= 0 && slots_[next] >= 0 && slots_[next] < begin) {
                    sum += velocities_[slots_[next]];
                    count += 1.0f;
                }
            velocities_[begin + k] = sum / count;
        });
    }
}

}  // namespace lamella
