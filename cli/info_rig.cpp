#include <cli/info_parts.hpp>
#include <cli/text_table.hpp>
#include <lamella/geometry/mesh_check.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lamella::cli {

namespace {

constexpr std::size_t kMostNames = 16;

std::string names_text(const std::vector<std::string>& names) {
    const std::vector<std::string> told(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMostNames)));
    return fmt::format("{} ({}{})", names.size(), fmt::join(told, ", "), names.size() > kMostNames ? ", ..." : "");
}

}  // namespace

std::string rig_info(const RigContents& contents, const TriangleMesh& mesh) {
    if (contents.skins.empty() && contents.clips.empty() && contents.targets == 0) return "";
    TextTable table;
    for (const RigContents::Skin& skin : contents.skins)
        table.row({fmt::format("skin '{}'", skin.name), "joints: " + names_text(skin.joints)});
    for (const RigContents::Clip& clip : contents.clips)
        table.row({fmt::format("clip '{}'", clip.name), fmt::format("{:.6g} s", clip.seconds)});
    if (contents.targets > 0) table.row({"morph targets", std::to_string(contents.targets)});
    const bool closed = check_mesh(welded(mesh)).closed();
    table.row({"closed without its seams", closed ? "yes" : "no"});
    return table.text();
}

}  // namespace lamella::cli
