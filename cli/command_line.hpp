// The verbs of the program and what each takes from the command line. CLI11 stays behind this header.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace lamella::cli {

struct Session;

struct GlobalOptions {
    int threads = 0;
    bool quiet = false;
    bool verbose = false;
    bool profile = false;
};

using Action = std::function<int(Session&)>;  // gives the exit code

// Declares what a verb takes. The variables must outlive the parsing: verbs keep them in a shared_ptr that
// their action holds.
class Verb {
public:
    explicit Verb(CLI::App& app) : app_(app) {}

    Verb& argument(const char* name, std::string& value, const char* sentence);
    Verb& optional_argument(const char* name, std::string& value, const char* sentence);
    Verb& arguments(const char* name, std::vector<std::string>& values, const char* sentence);
    Verb& option(const char* names, const char* value_name, std::string& value, const char* sentence);
    Verb& required_option(const char* names, const char* value_name, std::string& value, const char* sentence);
    Verb& repeated_option(const char* names, const char* value_name, std::vector<std::string>& values,
                          const char* sentence);
    Verb& positive_option(const char* names, const char* value_name, std::optional<double>& value,
                          const char* sentence);
    Verb& word_option(const char* names, std::string& value, const std::vector<std::string>& allowed,
                      const char* sentence);
    Verb& flag(const char* names, bool& value, const char* sentence);
    Verb& excluding_flags(const char* first, const char* second);  // not both

private:
    CLI::App& app_;
};

// What the command line asks for. Without an action, `text` is to be printed and that is all.
struct Request {
    Action action;
    std::string text;
};

class CommandLine {
public:
    CommandLine();
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    // The sentence says what the verb does; the example is a whole command.
    Verb add_verb(const char* name, const char* sentence, const char* example, Action action);

    // What does not parse is an InputError with a suggestion. --help and --version are requests for text.
    Request parse(int argc, const char* const* argv, const std::function<std::string()>& version);
    std::string help() const;
    static std::string library();  // what parses it, with its version
    const GlobalOptions& global() const;

private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

// The words as one line that a shell reads as the same words.
std::string shell_text(int argc, const char* const* argv);

}  // namespace lamella::cli
