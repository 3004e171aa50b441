#include <lamella/core/parallel.hpp>
#include <lamella/skinned/condensing.hpp>

namespace lamella {
namespace {

double fill_of(const MeshStep& step, const WaterCells& water, Index cell) {
    const std::int64_t capacity = capacity_of(step, cell);
    return capacity > 0 ? static_cast<double>(water.amounts[cell].volume) / static_cast<double>(capacity) : 0.0;
}

// -1: it keeps what it has.
Index heir_of(const MeshStep& step, const ActiveCells& active, const WaterCells& water, Index cell, double share) {
    if (step.in_sea(cell)) return -1;
    const double fill = fill_of(step, water, cell);
    if (!(fill > 0.0 && fill < share)) return -1;
    Index heir = -1;
    double fullest = fill;
    for (const Index next : step.mesh.neighbours[cell])
        if (next >= 0 && active.slot(next) >= 0 && water.amounts[next].volume > 0 && !step.in_sea(next))
            if (const double there = fill_of(step, water, next); there > fullest && there < 1.0) {
                fullest = there;
                heir = next;
            }
    return heir;
}

}  // namespace

std::int64_t capacity_of(const MeshStep& step, Index cell) {
    if (step.in_sea(cell)) return kEndless;
    return step.mesh.open_count(cell) *
           part_capacity(step.mesh, cell, TetFrame::of(step.mesh.tets[cell], step.after).volume);
}

void condense(const MeshStep& step, const ActiveCells& active, WaterCells& water, double share) {
    std::vector<Index> heirs(static_cast<std::size_t>(active.count()), -1);
    parallel_for("condense", static_cast<Index>(water.wet.size()), [&](Index k) {
        heirs[active.slot(water.wet[k])] = heir_of(step, active, water, water.wet[k], share);
    });
    for (const Index cell : water.wet) {
        const Index heir = heirs[active.slot(cell)];
        if (heir < 0 || heirs[active.slot(heir)] >= 0) continue;
        water.amounts[heir] += water.amounts[cell];
        water.amounts[cell] = {};
    }
    water.renew_wet({});
}

}  // namespace lamella
