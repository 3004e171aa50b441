#include "machine.hpp"

#include "timing.hpp"

#include <lamella/core/pack.hpp>
#include <lamella/core/parallel.hpp>

#include <atomic>
#include <fstream>

namespace lamella {

namespace {

std::string cpu_model() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
    return "unknown";
}

double triad_rate() {
    constexpr Index n = 1 << 24;
    std::vector<double> a(n), b(n, 1.0), c(n, 2.0);
    const auto loop = [&] {
        parallel_for(
            "triad", n, [&](Index i) { a[i] = b[i] + 3.0 * c[i]; }, 1 << 16);
    };
    return 24e-9 * n / best_seconds(loop);
}

// Twelve accumulators hide the latency of the two multiply-add units.
float multiply_add(Index rounds) {
    constexpr int width = 12;
    std::array<Pack, width> sum{};
    Pack factor = 0.999f, term = 1e-3f;
    for (Index r = 0; r < rounds; ++r)
        for (Pack& s : sum) s = s * factor + term;
    Pack total = 0.0f;
    for (const Pack& s : sum) total += s;
    return fold(total);
}

double fma_rate() {
    constexpr Index tasks = 64, rounds = 500'000;
    std::atomic<float> kept = 0.0f;
    const auto loop = [&] {
        parallel_for(
            "fma", tasks, [&](Index) { kept = multiply_add(rounds); }, 1);
    };
    return 1e-9 * tasks * rounds * 12 * kPackWidth * 2 / best_seconds(loop);
}

}  // namespace

Machine measure_machine() { return {cpu_model(), triad_rate(), fma_rate()}; }

double machine_share(const Machine& machine) {
    const double share = std::min(machine.triad / 28.0, machine.fma / 200.0);
    return share < 0.8 ? share : 1.0;
}

}  // namespace lamella
