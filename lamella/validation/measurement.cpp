#include <lamella/validation/measurement.hpp>

#include <algorithm>
#include <cmath>

namespace lamella {

const char* verdict_word(Verdict verdict) {
    switch (verdict) {
        case Verdict::pass:
            return "pass";
        case Verdict::fail:
            return "FAIL";
        case Verdict::not_run:
            return "not run";
    }
    return "";
}

double Tolerance::around(double reference) const { return relative ? amount * std::abs(reference) : amount; }

Verdict Measurement::verdict() const {
    const auto holds = [&] {
        switch (tolerance.rule) {
            case Tolerance::Rule::near:
                return std::abs(measured - reference) <= tolerance.around(reference);
            case Tolerance::Rule::at_most:
                return measured <= reference;
            case Tolerance::Rule::at_least:
                return measured >= reference;
            case Tolerance::Rule::reported:
                return true;
        }
        return false;
    };
    return std::isfinite(measured) && holds() ? Verdict::pass : Verdict::fail;
}

Verdict CaseResult::verdict() const {
    if (!fault.empty()) return Verdict::fail;
    const auto failed = [](const Measurement& m) { return m.verdict() == Verdict::fail; };
    if (std::any_of(measurements.begin(), measurements.end(), failed)) return Verdict::fail;
    return stopped || measurements.empty() ? Verdict::not_run : Verdict::pass;
}

}  // namespace lamella
