#include <lamella/core/error.hpp>
#include <lamella/io/file_format.hpp>
#include <lamella/view/file_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lamella {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kJoints = "._- ";  // between a name and its number

// The stem without its last number: "their" of "their.0001", "a.b" of "a.12.b".
std::string common_name(const std::filesystem::path& path) {
    std::string stem = path.stem().string();
    const auto end = stem.find_last_of(kDigits);
    if (end == std::string::npos) return stem;
    const auto before = stem.find_last_not_of(kDigits, end);
    stem.erase(before == std::string::npos ? 0 : before + 1, end - (before == std::string::npos ? 0 : before + 1) + 1);
    const auto last = stem.find_last_not_of(kJoints);
    stem.erase(last == std::string::npos ? 0 : last + 1);
    return stem.empty() ? "frames" : stem;
}

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string address_of(std::string name, std::set<std::string>& taken) {
    for (char& c : name)
        if (!is_plain(c)) c = '_';
    std::string address = name;
    for (int k = 2; !taken.insert(address).second; ++k) address = fmt::format("{}-{}", name, k);
    return address;
}

void refuse_equal_frames(const FileGroup& group) {
    const auto same = std::ranges::adjacent_find(group.files, {}, &FrameFile::frame);
    if (same != group.files.end())
        throw InputError(fmt::format("{} and {} are both frame {}: choose a pattern that tells them apart",
                                     same->path.string(), (same + 1)->path.string(), same->frame));
}

}  // namespace

const FrameFile* FileGroup::find(int frame) const {
    if (is_still()) return &files.front();
    const auto found = std::ranges::lower_bound(files, frame, {}, &FrameFile::frame);
    return found != files.end() && found->frame == frame ? &*found : nullptr;
}

std::vector<FileGroup> group_files(const std::string& pattern) {
    std::vector<FileGroup> groups;
    for (const FrameFile& file : expand_sequence(pattern)) {
        const std::string name = common_name(file.path), ending = ending_of(file.path);
        const auto found = std::ranges::find_if(groups, [&](const FileGroup& group) {
            return group.name == name && ending_of(group.files.front().path) == ending;
        });
        (found == groups.end() ? groups.emplace_back(FileGroup{name, "", {}}) : *found).files.push_back(file);
    }
    std::ranges::sort(groups, {}, [](const FileGroup& group) { return group.files.front().path; });
    std::set<std::string> taken;
    for (FileGroup& group : groups) {
        refuse_equal_frames(group);
        group.address = address_of(group.name, taken);
    }
    return groups;
}

std::vector<int> frames_of(const std::vector<FileGroup>& groups) {
    std::set<int> frames;
    for (const FileGroup& group : groups)
        if (!group.is_still())
            for (const FrameFile& file : group.files) frames.insert(file.frame);
    if (frames.empty()) frames.insert(groups.front().files.front().frame);
    return {frames.begin(), frames.end()};
}

}  // namespace lamella
