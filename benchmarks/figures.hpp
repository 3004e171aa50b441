// The figures of one benchmark, as a table for people and as a line of JSON for the record.
#pragma once

#include "machine.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lamella {

enum class Better { higher, lower };

struct Bar {
    Better better;
    double value;
    bool scales_with_machine = true;  // ratios and bytes do not
};

struct Figure {
    std::string name;  // a key, e.g. "sort_and_count"
    double value;
    std::string unit;
    std::optional<Bar> bar;
};

struct Figures {
    std::string benchmark;
    std::string subject;  // what was measured, in a phrase
    std::vector<Figure> list;
};

std::string table(const Figures& figures, double machine_share);

// Appends a line to <folder>/<benchmark>.jsonl.
void append_result(const std::filesystem::path& folder, const Figures& figures, const Machine& machine,
                   const std::string& commit);

}  // namespace lamella
