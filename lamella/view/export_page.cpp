#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/view/export_page.hpp>

#include <fmt/format.h>

namespace lamella {

namespace {

namespace fs = std::filesystem;

// Where index.html says that an exported page loads its data.
constexpr std::string_view kDataMark = "<!-- exported data -->";
constexpr std::string_view kDataScript = "<script src=\"data/view.json.js\"></script>";

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw RunError(fmt::format("{}: the folder cannot be made ({})", folder.string(), error.message()));
}

// "/runs/0/scene.json" becomes data/runs/0/scene.json.js.
void export_data(const ViewSite& site, const std::string& path, const fs::path& folder) {
    const HttpReply reply = site.get(path);
    if (reply.status != 200) throw RunError(fmt::format("{}: {}", path, reply.body));
    const std::string name = path.substr(1);
    std::string script = fmt::format("(self.lamellaFiles ||= {{}})[\"{}\"] = \"", name);
    append_base64(script, reply.file.is_open() ? read_bytes(reply.file, path) : reply.body);
    script += "\"\n";
    const fs::path file = folder / "data" / (name + ".js");
    make_folder(file.parent_path());
    write_file(file, script);
}

void export_page_file(const EmbeddedFile& file, const fs::path& folder) {
    std::string text(file.text);
    if (file.name == "index.html") {
        const auto at = text.find(kDataMark);
        if (at == std::string::npos) throw RunError("the viewer's page has no place for exported data");
        text.replace(at, kDataMark.size(), kDataScript);
    }
    const fs::path path = folder / file.name;
    make_folder(path.parent_path());
    write_file(path, text);
}

}  // namespace

bool export_page(const Run& run, const ViewSite& site, const fs::path& folder) {
    if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder)))
        throw InputError(folder.string() + ": the folder for the page is not empty; choose another");
    const auto paths = site.data_paths();
    if (run.progress) run.progress->start("export", static_cast<int>(paths.size()));
    for (std::size_t k = 0; k < paths.size(); ++k) {
        if (run.should_stop()) return false;
        export_data(site, paths[k], folder);
        if (run.progress) run.progress->advance(static_cast<int>(k + 1), paths[k]);
    }
    // Last: a folder with an index.html is a whole one.
    for (const EmbeddedFile& file : site.page())
        if (file.name != "index.html") export_page_file(file, folder);
    for (const EmbeddedFile& file : site.page())
        if (file.name == "index.html") export_page_file(file, folder);
    if (run.progress) run.progress->finish();
    return true;
}

}  // namespace lamella
