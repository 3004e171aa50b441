#include <lamella/particles/emitter.hpp>

#include <algorithm>

namespace lamella {
namespace {

// Linear between the keys, constant beyond them.
double keyed_speed(const std::vector<SpeedKey>& keys, double t) {
    const auto after = std::ranges::upper_bound(keys, t, {}, &SpeedKey::time);
    if (after == keys.begin()) return keys.front().speed;
    if (after == keys.end()) return keys.back().speed;
    const SpeedKey& before = *(after - 1);
    const double share = (t - before.time) / (after->time - before.time);
    return before.speed + share * (static_cast<double>(after->speed) - static_cast<double>(before.speed));
}

}  // namespace

Real JetSpeed::at(double t) const { return keys.empty() ? constant : static_cast<Real>(keyed_speed(keys, t)); }

double JetSpeed::travelled(double t) const {
    const double end = std::min(t, stop);
    if (end <= start) return 0.0;
    if (keys.empty()) return constant * (end - start);
    double path = 0.0, from = start;
    const auto go_to = [&](double time) {
        path += 0.5 * (keyed_speed(keys, from) + keyed_speed(keys, time)) * (time - from);
        from = time;
    };
    for (const SpeedKey& key : keys)
        if (key.time > from && key.time < end) go_to(key.time);
    go_to(end);
    return path;
}

Real JetSpeed::fastest() const { return keys.empty() ? constant : std::ranges::max(keys, {}, &SpeedKey::speed).speed; }

}  // namespace lamella
