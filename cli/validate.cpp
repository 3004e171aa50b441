// lamella validate: physical cases with a known answer.
#include <cli/exit_codes.hpp>
#include <cli/session.hpp>
#include <cli/signals.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/validation/report.hpp>
#include <lamella/validation/validate.hpp>

#include <fmt/format.h>

namespace lamella::cli {

namespace {

struct ValidateArguments {
    std::vector<std::string> names;
    std::string folder = "lamella-validate";
    bool quick = false;
    bool full = false;
    bool list = false;
};

int list_cases() {
    std::string text;
    for (const ValidationCase& one : validation_cases())
        text += fmt::format("{:<10}  {:<16}  {}\n", one.family, one.name, one.sentence);
    print(text);
    return kDone;
}

int validate_cases(Session& session, const ValidateArguments& arguments) {
    if (arguments.list) return list_cases();
    const ValidateOptions options{arguments.full, arguments.folder};
    const auto results = validate(session.run, arguments.names, options);
    write_report(results, options);
    print(results_table(results));
    if (session.run.should_stop()) return 128 + received_signal();
    if (overall_verdict(results) == Verdict::fail)
        throw RunError(fmt::format("a case failed, see {}/report.html", arguments.folder));
    session.results = arguments.folder + "/report.html";
    return kDone;
}

}  // namespace

void add_validate(CommandLine& program) {
    auto arguments = std::make_shared<ValidateArguments>();
    program
        .add_verb("validate", "run physical cases and compare them with their references",
                  "lamella validate hydrostatic -o report",
                  [=](Session& session) { return validate_cases(session, *arguments); })
        .arguments("NAME", arguments->names, "cases or families (default: all)")
        .option("-o,--output", "DIR", arguments->folder, "where the report goes (default: lamella-validate)")
        .flag("--quick", arguments->quick, "coarse, with wider tolerances (the default)")
        .flag("--full", arguments->full, "fine, with the tolerances that are quoted")
        .flag("--list", arguments->list, "list the cases")
        .excluding_flags("--quick", "--full");
}

}  // namespace lamella::cli
