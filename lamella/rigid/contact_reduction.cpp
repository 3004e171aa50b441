#include <lamella/geometry/shapes/axis_frame.hpp>
#include <lamella/rigid/contact_reduction.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {
namespace {

constexpr double kAlike = 0.95;  // least cosine between the normals of a patch
constexpr std::size_t kMostPatches = 6;
constexpr double kClearly = 0.02;  // of the extent of a patch
constexpr double kNearer = 4.0;    // by so much a corner may be farther in for every length by which it is nearer

// The first contact whose measure no other surpasses clearly.
template <class Measure>
std::size_t best_of(const std::vector<Contact>& patch, double clearly, const Measure& measure) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < patch.size(); ++k)
        if (measure(patch[k]) > measure(patch[best]) + clearly) best = k;
    return best;
}

// Of contacts in the order of their features.
void keep_corners(const std::vector<Contact>& patch, std::vector<Contact>& kept) {
    Vec3d low = patch.front().on_a, high = low;
    for (const Contact& c : patch) {
        low = low.cwiseMin(c.on_a);
        high = high.cwiseMax(c.on_a);
    }
    const double clearly = kClearly * (high - low).norm();
    const Mat3d axes = frame_around(patch.front().normal.cast<Real>()).cast<double>();
    std::vector<std::size_t> chosen;
    for (const double u : {1.0, -1.0})
        for (const double v : {1.0, -1.0}) {
            const Vec3d way = u * axes.col(0) + v * axes.col(1);
            chosen.push_back(
                best_of(patch, clearly, [&](const Contact& c) { return way.dot(c.on_a) - kNearer * c.gap; }));
        }
    chosen.push_back(best_of(patch, clearly, [](const Contact& c) { return -c.gap; }));
    const bool deeper = std::ranges::all_of(
        chosen, [&](std::size_t k) { return k == chosen.back() || patch[k].gap > patch[chosen.back()].gap + clearly; });
    if (!deeper) chosen.pop_back();
    std::ranges::sort(chosen);
    const auto twice = std::ranges::unique(chosen);
    chosen.erase(twice.begin(), twice.end());
    for (const std::size_t k : chosen) kept.push_back(patch[k]);
}

}  // namespace

std::vector<Contact> reduced(std::vector<Contact> contacts) {
    std::ranges::sort(contacts, {}, &Contact::feature);
    std::vector<Contact> kept, patch, rest;
    for (std::size_t patches = 0; !contacts.empty() && patches < kMostPatches; ++patches) {
        const Vec3d normal = std::ranges::min_element(contacts, {}, &Contact::gap)->normal;
        patch.clear();
        rest.clear();
        for (const Contact& c : contacts) (c.normal.dot(normal) > kAlike ? patch : rest).push_back(c);
        keep_corners(patch, kept);
        contacts.swap(rest);
    }
    return kept;
}

}  // namespace lamella
