#include <lamella/core/error.hpp>
#include <lamella/view/file_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lamella {

namespace {

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
    std::map<std::string, FileGroup> by_series;
    for (const FrameFile& file : expand_sequence(pattern)) {
        FileGroup& group = by_series[series_of(file.path)];
        const std::string name = series_name(file.path);
        group.name = name.empty() ? "frames" : name;
        group.files.push_back(file);
    }
    std::vector<FileGroup> groups;
    for (auto& [series, group] : by_series) groups.push_back(std::move(group));
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
