#include "figures.hpp"

#include <lamella/core/error.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace lamella {

namespace {

std::string verdict(const Figure& figure, double machine_share) {
    if (!figure.bar) return "";
    const auto& [better, value, scales] = *figure.bar;
    const double share = scales ? machine_share : 1.0;
    const double bar = better == Better::higher ? value * share : value / share;
    const bool met = better == Better::higher ? figure.value >= bar : figure.value <= bar;
    return fmt::format("{} {:<7.4g} {}", better == Better::higher ? "at least" : "at most ", bar,
                       met ? "met" : "MISSED");
}

}  // namespace

std::string table(const Figures& figures, double machine_share) {
    std::string text = fmt::format("{}: {}\n", figures.benchmark, figures.subject);
    for (const Figure& f : figures.list)
        text += fmt::format("  {:<28} {:>9.5g} {:<22} {}\n", f.name, f.value, f.unit, verdict(f, machine_share));
    return text;
}

void append_result(const std::filesystem::path& folder, const Figures& figures, const Machine& machine,
                   const std::string& commit) {
    nlohmann::ordered_json line{{"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))},
                                {"version", LAMELLA_VERSION},
                                {"commit", commit},
                                {"cpu", machine.cpu},
                                {"triad_GBs", machine.triad},
                                {"fma_GFLOPs", machine.fma}};
    for (const Figure& f : figures.list) line[f.name] = f.value;
    std::ofstream file(folder / (figures.benchmark + ".jsonl"), std::ios::app);
    if (!(file << line.dump() << '\n' << std::flush)) throw RunError("cannot write to " + folder.string());
}

}  // namespace lamella
