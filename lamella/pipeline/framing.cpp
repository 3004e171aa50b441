#include <lamella/pipeline/framing.hpp>

#include <algorithm>

namespace lamella {
namespace {

Box3 joined(const std::map<int, Box3>& boxes, int frame, int reach) {
    Box3 all;
    for (auto at = boxes.lower_bound(frame - reach); at != boxes.end() && at->first <= frame + reach; ++at)
        if (!at->second.empty()) all.extend(at->second);
    return all;
}

}  // namespace

// The weight is (1 - x^2)^2 of the distance x in shares of the reach.
Box3 smoothed_box(const std::map<int, Box3>& boxes, int frame, int reach) {
    Vec3d low = Vec3d::Zero(), high = Vec3d::Zero();
    double weights = 0.0;
    for (int k = frame - reach; k <= frame + reach; ++k) {
        const Box3 box = boxes.contains(k) ? joined(boxes, k, reach) : Box3();
        if (box.empty()) continue;
        const double x = static_cast<double>(k - frame) / (reach + 1);
        const double weight = (1.0 - x * x) * (1.0 - x * x);
        low += weight * box.min.cast<double>();
        high += weight * box.max.cast<double>();
        weights += weight;
    }
    if (weights <= 0.0) return {};
    return {(low / weights).cast<Real>(), (high / weights).cast<Real>()};
}

}  // namespace lamella
