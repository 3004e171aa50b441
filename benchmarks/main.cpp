// usage: bench [RESULTS COMMIT [NAME]]
// Prints all figures, or those of one benchmark; with a folder and a commit it also appends them to the folder RESULTS.
#include "benchmarks.hpp"

#include <lamella/core/parallel.hpp>

#include <fmt/format.h>

#include <exception>
#include <map>
#include <string>

namespace {

void run(int argc, char** argv) {
    using namespace lamella;
    const ThreadLimit two(2);
    const Machine machine = measure_machine();
    const double share = machine_share(machine);
    fmt::print("{}: triad {:.1f} GB/s, FMA {:.0f} GFLOP/s (reference 28 and 200)\n", machine.cpu, machine.triad,
               machine.fma);
    if (share < 1.0) fmt::print("below 80 % of the reference: bars in time are scaled by {:.2f}\n", share);
    const std::map<std::string, Figures (*)()> benchmarks = {{"flip", flip_benchmark},
                                                             {"neighbours", neighbour_benchmark},
                                                             {"pressure", pressure_benchmark},
                                                             {"rigid", rigid_benchmark},
                                                             {"sea", sea_benchmark},
                                                             {"sheets", sheet_benchmark},
                                                             {"skinned", skinned_benchmark},
                                                             {"solid", solid_benchmark},
                                                             {"sph", sph_benchmark},
                                                             {"surface", surface_benchmark},
                                                             {"surfels", surfel_benchmark},
                                                             {"tracking", tracking_benchmark},
                                                             {"tracking_scenes", tracking_scenes_benchmark}};
    for (const auto& [name, benchmark] : benchmarks) {
        if (argc == 4 && name != argv[3]) continue;
        const Figures figures = benchmark();
        fmt::print("{}", table(figures, share));
        if (argc >= 3) append_result(argv[1], figures, machine, argv[2]);
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(argc, argv);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench: {}\n", error.what());
        return 1;
    }
}
