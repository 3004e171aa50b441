// lamella view: look at runs, meshes and particles in a browser.
#include <cli/exit_codes.hpp>
#include <cli/session.hpp>
#include <cli/signals.hpp>
#include <cli/verbs.hpp>
#include <lamella/core/error.hpp>
#include <lamella/server/http_server.hpp>
#include <lamella/view/embedded_page.hpp>
#include <lamella/view/export_page.hpp>

#include <fmt/format.h>

#include <charconv>

namespace lamella::cli {

namespace {

struct ViewArguments {
    std::string run;
    std::string other;
    std::string folder;
    std::string port;
    std::string up = "y";
};

int port_number(const std::string& text) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (text.empty()) return 0;
    if (error != std::errc{} || end != text.data() + text.size() || port < 1024 || port > 65535)
        throw InputError(fmt::format("--port: '{}' is not a number from 1024 to 65535", text));
    return port;
}

int export_view(Session& session, const ViewSite& site, const std::string& folder) {
    if (!export_page(session.run, site, folder)) return 128 + received_signal();
    session.results = (std::filesystem::path(folder) / "index.html").string();
    return kDone;
}

int view(Session& session, const ViewArguments& arguments) {
    const int port = port_number(arguments.port);
    std::vector<std::filesystem::path> names{arguments.run};
    if (!arguments.other.empty()) names.emplace_back(arguments.other);
    const bool exported = !arguments.folder.empty();
    const ViewSite site(embedded_page(), names, exported ? RunsMay::rest : RunsMay::grow, arguments.up == "z");
    for (const std::string& remark : site.remarks()) session.log.warning(remark);
    if (exported) return export_view(session, site, arguments.folder);
    const HttpServer server([&](const std::string& path) { return site.get(path); }, port);
    print(server.address() + "\n");
    session.log.info("open this address in a browser on this machine; Ctrl-C ends the server");
    server.serve(*session.run.stop);
    return 128 + received_signal();
}

}  // namespace

void add_view(CommandLine& program) {
    auto arguments = std::make_shared<ViewArguments>();
    program
        .add_verb("view", "look at runs, meshes or particles in a browser", "lamella view demo-run",
                  [=](Session& session) { return view(session, *arguments); })
        .argument("RUN", arguments->run,
                  "the run folder, which may still be written to; or a file of a mesh or of particles, a pattern "
                  "(their.%04d.bgeo) or a glob in quotes ('meshes/*.ply')")
        .optional_argument("OTHER", arguments->other, "a second one, shown beside the first with the same camera")
        .option("--export", "FOLDER", arguments->folder,
                "write the page and the runs to this folder instead; its index.html opens by double click")
        .word_option("--up", arguments->up, {"y", "z"}, "which axis is up in files that belong to no run")
        .option("--port", "N", arguments->port, "the port on 127.0.0.1 (default: a free one)");
}

}  // namespace lamella::cli
