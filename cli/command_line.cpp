#include <cli/command_line.hpp>
#include <lamella/core/error.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Version.hpp>

namespace lamella::cli {

namespace {

constexpr int kMostThreads = 1024;

// Help in the words of this program: one line per option, no types, an example at the end.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        label("Positionals", "Arguments");
        label("SUBCOMMAND", "VERB ...");
        column_width(34);
    }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        return "\n" + CLI::Formatter::make_usage(app, std::move(name));
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_option_text().empty() ? "" : " " + option->get_option_text();
    }
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        return CLI::detail::find_and_replace(CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
    }
};

CLI::Validator number_between(int least, int most, const std::string& sentence) {
    return {[=](std::string& text) {
                int value = 0;
                return CLI::detail::lexical_cast(text, value) && value >= least && value <= most
                           ? std::string()
                           : fmt::format("'{}' is not {}", text, sentence);
            },
            ""};
}

CLI::Validator positive_number() {
    return {[](std::string& text) {
                double value = 0;
                return CLI::detail::lexical_cast(text, value) && value > 0 && value < 1e30
                           ? std::string()
                           : fmt::format("'{}' is not a number above 0", text);
            },
            ""};
}

CLI::Validator not_empty() {
    return {[](std::string& text) { return text.empty() ? std::string("the value is empty") : std::string(); }, ""};
}

CLI::Validator one_of(std::vector<std::string> allowed) {
    return {[allowed = std::move(allowed)](std::string& text) {
                return std::find(allowed.begin(), allowed.end(), text) != allowed.end()
                           ? std::string()
                           : fmt::format("'{}' is not known{}", text, suggestion(text, allowed));
            },
            ""};
}

void add_global_options(CLI::App& app, GlobalOptions& global) {
    const char* group = "Options of every verb";
    app.add_option("--threads", global.threads, "number of threads (default: 0, all cores)")
        ->option_text("N")
        ->check(number_between(0, kMostThreads, "a number from 0 (all cores) to 1024"))
        ->group(group);
    app.add_flag("--quiet", global.quiet, "print warnings and errors only")->group(group);
    app.add_flag("--verbose", global.verbose, "print details")->group(group);
    app.add_flag("--profile", global.profile, "print where the time went, at the end")->group(group);
    app.get_option("--quiet")->excludes("--verbose");
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> verb_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
    return names;
}

// What is wrong with a word that neither the program nor its verb could place.
std::string unknown_word(const CLI::App& app, const CLI::App* verb, const std::string& word) {
    const CLI::App& place = verb ? *verb : app;
    const std::string name = word.substr(0, word.find('='));
    if (word.size() > 1 && word[0] == '-')
        return fmt::format("'{}' is not an option of {}{}", name, place.get_name(),
                           suggestion(name, option_names(place)));
    if (!verb) return fmt::format("'{}' is not a verb{}", word, suggestion(word, verb_names(app)));
    const std::vector<std::string> of_files{"surface", "foam", "render", "convert"};
    const bool may_be_expanded = std::find(of_files.begin(), of_files.end(), verb->get_name()) != of_files.end();
    return fmt::format("{} does not take '{}'{}", verb->get_name(), word,
                       may_be_expanded ? " (a pattern goes in quotes, or the shell expands it)" : "");
}

std::string parse_sentence(const CLI::App& app, const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const CLI::App* verb = chosen.empty() ? nullptr : chosen.front();
    const auto unplaced = app.remaining(true);
    if (!unplaced.empty()) return unknown_word(app, verb, unplaced.front());
    if (!verb) return fmt::format("a verb is missing; there are {}", fmt::join(verb_names(app), " "));
    const std::string text = error.what();
    const bool no_value = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
    return fmt::format("{}; see lamella {} --help", no_value ? text.substr(0, text.find(':')) + " needs a value" : text,
                       verb->get_name());
}

}  // namespace

Verb& Verb::argument(const char* name, std::string& value, const char* sentence) {
    app_.add_option(name, value, sentence)->required()->check(not_empty());
    return *this;
}

Verb& Verb::optional_argument(const char* name, std::string& value, const char* sentence) {
    app_.add_option(name, value, sentence)->check(not_empty());
    return *this;
}

Verb& Verb::arguments(const char* name, std::vector<std::string>& values, const char* sentence) {
    app_.add_option(name, values, sentence);
    return *this;
}

Verb& Verb::option(const char* names, const char* value_name, std::string& value, const char* sentence) {
    app_.add_option(names, value, sentence)->option_text(value_name)->check(not_empty());
    return *this;
}

Verb& Verb::required_option(const char* names, const char* value_name, std::string& value, const char* sentence) {
    app_.add_option(names, value, sentence)->required()->option_text(value_name)->check(not_empty());
    return *this;
}

Verb& Verb::repeated_option(const char* names, const char* value_name, std::vector<std::string>& values,
                            const char* sentence) {
    app_.add_option(names, values, sentence)->allow_extra_args(false)->option_text(value_name);
    return *this;
}

Verb& Verb::positive_option(const char* names, const char* value_name, std::optional<double>& value,
                            const char* sentence) {
    app_.add_option(names, value, sentence)->check(positive_number())->option_text(value_name);
    return *this;
}

Verb& Verb::word_option(const char* names, std::string& value, const std::vector<std::string>& allowed,
                        const char* sentence) {
    app_.add_option(names, value, sentence)
        ->check(one_of(allowed))
        ->option_text(fmt::format("{}", fmt::join(allowed, "|")));
    return *this;
}

Verb& Verb::flag(const char* names, bool& value, const char* sentence) {
    app_.add_flag(names, value, sentence);
    return *this;
}

Verb& Verb::excluding_flags(const char* first, const char* second) {
    app_.get_option(first)->excludes(second);
    return *this;
}

struct CommandLine::Parser {
    CLI::App app{"Lamella turns a scene file into simulated liquid, surfaces and pictures.", "lamella"};
    GlobalOptions global;
    Action chosen;
    bool version = false;
};

CommandLine::CommandLine() : parser_(std::make_unique<Parser>()) {
    CLI::App& app = parser_->app;
    app.formatter(std::make_shared<HelpFormatter>());
    app.require_subcommand(1);
    app.set_help_flag("-h,--help", "print this help");
    app.add_flag("--version", parser_->version, "print the version, its libraries and its instruction level");
    app.footer("Example: lamella run demo -o demo-run\nEvery verb has its own help: lamella run --help");
}

CommandLine::~CommandLine() = default;

Verb CommandLine::add_verb(const char* name, const char* sentence, const char* example, Action action) {
    CLI::App& verb = *parser_->app.add_subcommand(name, sentence);
    verb.group("Verbs");
    verb.footer(fmt::format("Example: {}", example));
    verb.callback([this, act = std::move(action)] { parser_->chosen = act; });
    return Verb(verb);
}

Request CommandLine::parse(int argc, const char* const* argv, const std::function<std::string()>& version) {
    CLI::App& app = parser_->app;
    add_global_options(app, parser_->global);
    for (CLI::App* verb : app.get_subcommands({})) add_global_options(*verb, parser_->global);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        return {{}, chosen.empty() ? help() : chosen.front()->help("lamella")};
    } catch (const CLI::ParseError& error) {
        if (parser_->version && app.remaining(true).empty()) return {{}, version()};
        throw InputError(parse_sentence(app, error));
    }
    if (parser_->version) return {{}, version()};
    return {parser_->chosen, {}};
}

std::string CommandLine::library() { return "CLI11 " CLI11_VERSION; }
std::string CommandLine::help() const { return parser_->app.help(); }
const GlobalOptions& CommandLine::global() const { return parser_->global; }

std::string shell_text(int argc, const char* const* argv) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./-_";
    std::string line;
    for (int i = 0; i < argc; ++i) {
        const std::string word = argv[i];
        const bool quoted = word.empty() || word.find_first_not_of(plain) != std::string::npos;
        line += i ? " " : "";
        line += quoted ? "'" + CLI::detail::find_and_replace(word, "'", "'\\''") + "'" : word;
    }
    return line;
}

}  // namespace lamella::cli
