#include <lamella/core/parallel.hpp>
#include <lamella/skinned/active_cells.hpp>

namespace lamella {

void ActiveCells::find(const SkinnedTets& mesh, const WaterCells& water, int layers) {
    for (const Index cell : cells_) slots_[cell] = -1;
    cells_ = water.wet;
    for (Index slot = 0; slot < count(); ++slot) slots_[cells_[slot]] = slot;
    layers_ = {count()};
    Index begin = 0;
    for (int layer = 0; layer < layers; ++layer) {
        const Index end = count();
        for (Index slot = begin; slot < end; ++slot)
            for (const Index next : mesh.neighbours[cells_[slot]])
                if (next >= 0 && slots_[next] < 0 && !mesh.solid(next)) {
                    slots_[next] = count();
                    cells_.push_back(next);
                }
        begin = end;
        layers_.push_back(count());
    }
    velocities_.resize(cells_.size());
}

void ActiveCells::extrapolate(const SkinnedTets& mesh, const WaterCells& water) {
    parallel_for("velocities of wet cells", wet_count(),
                 [&](Index slot) { velocities_[slot] = water.amounts[cells_[slot]].velocity(); });
    for (std::size_t layer = 1; layer < layers_.size(); ++layer) {
        const Index begin = layers_[layer - 1];
        parallel_for("velocities of dry cells", layers_[layer] - begin, [&](Index k) {
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
