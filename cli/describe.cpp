// lamella describe: every parameter with its unit, default, range and sentence.
#include <cli/exit_codes.hpp>
#include <cli/session.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/scene/describe.hpp>
#include <lamella/scene/schema.hpp>

namespace lamella::cli {

namespace {

struct DescribeArguments {
    std::string method;
    bool markdown = false;
    bool schema = false;
};

std::string description(const DescribeArguments& arguments) {
    if (arguments.schema && !arguments.method.empty())
        throw InputError("--json-schema describes the whole scene and takes no METHOD");
    if (arguments.schema) return scene_schema();
    const DescribeFormat format = arguments.markdown ? DescribeFormat::markdown : DescribeFormat::text;
    return arguments.method.empty() ? describe_scene(format) : describe_scene(format, arguments.method);
}

int describe_parameters(const DescribeArguments& arguments) {
    print(description(arguments));
    return kDone;
}

}  // namespace

void add_describe(CommandLine& program) {
    auto arguments = std::make_shared<DescribeArguments>();
    program
        .add_verb("describe", "print every parameter with unit, default, range and sentence",
                  "lamella describe mueller2003", [=](Session&) { return describe_parameters(*arguments); })
        .optional_argument("METHOD", arguments->method,
                           "only this method, key or group of keys, like solver.pressure (default: everything)")
        .flag("--markdown", arguments->markdown, "as Markdown (docs/methods.md)")
        .flag("--json-schema", arguments->schema, "as a JSON Schema (scenes/schema.json)")
        .excluding_flags("--markdown", "--json-schema");
}

}  // namespace lamella::cli
