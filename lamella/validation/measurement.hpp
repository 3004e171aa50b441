// What a validation case hands back: numbers with their references, and curves to look at.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lamella {

enum class Verdict { pass, fail, not_run };
const char* verdict_word(Verdict verdict);  // "pass", "FAIL", "not run"

// How a measured value has to stand to its reference.
struct Tolerance {
    enum class Rule { near, at_most, at_least, reported };

    double amount = 0.0;
    bool relative = false;  // in parts of the reference
    Rule rule = Rule::near;

    double around(double reference) const;
};
constexpr Tolerance absolute(double amount) { return {amount, false, Tolerance::Rule::near}; }
constexpr Tolerance relative(double amount) { return {amount, true, Tolerance::Rule::near}; }
constexpr Tolerance upper_bound() { return {0.0, false, Tolerance::Rule::at_most}; }
constexpr Tolerance lower_bound() { return {0.0, false, Tolerance::Rule::at_least}; }
constexpr Tolerance reported() { return {0.0, false, Tolerance::Rule::reported}; }  // any number passes

struct Measurement {
    std::string quantity;
    std::string unit;  // SI, "1" for a pure number
    double measured = 0.0;
    double reference = 0.0;
    Tolerance tolerance;
    std::string source;  // where the reference and the tolerance come from, in one line

    Verdict verdict() const;  // what is not a number fails
};

// One curve: a line for a reference, dots for what was measured.
struct Series {
    enum class Mark { line, dots };

    std::string name;
    Mark mark = Mark::line;
    std::vector<std::pair<double, double>> points;
};

struct Plot {
    std::string title;
    std::string x_label;  // with its unit
    std::string y_label;
    std::vector<Series> series;
};

struct CaseResult {
    std::string name;
    std::string family;
    std::string sentence;
    std::vector<Measurement> measurements;
    std::vector<Plot> plots;
    std::string fault;  // why the case broke off, empty otherwise
    bool stopped = false;
    double seconds = 0.0;

    Verdict verdict() const;
};

}  // namespace lamella
