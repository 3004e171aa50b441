#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/utf8.hpp>
#include <lamella/io/sequence.hpp>
#include <lamella/io/vtk/xml.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace lamella {

namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "name." + number of at least `digits` digits + ".ext".
struct Numbered {
    std::string before, after;
    std::size_t digits = 1;
    bool braces = false;
};

// The `%04d`, `%d` or `{}` of a name, if there is one.
std::optional<Numbered> find_number(const std::string& name) {
    if (const std::size_t at = name.find("{}"); at != name.npos)
        return Numbered{name.substr(0, at), name.substr(at + 2), 1, true};
    for (std::size_t at = name.find('%'); at != name.npos; at = name.find('%', at + 1)) {
        std::size_t end = at + 1;
        while (end < name.size() && is_digit(name[end])) ++end;
        if (end >= name.size() || name[end] != 'd' || end - at > 3) continue;
        std::size_t digits = 1;
        std::from_chars(name.data() + at + 1, name.data() + end, digits);
        return Numbered{name.substr(0, at), name.substr(end + 1), std::max<std::size_t>(digits, 1), false};
    }
    return std::nullopt;
}

std::optional<int> frame_of(std::string_view digits) {
    int frame = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), frame);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return frame;
}

std::optional<int> match(const Numbered& pattern, std::string_view name) {
    if (name.size() < pattern.before.size() + pattern.after.size() + pattern.digits) return std::nullopt;
    if (!name.starts_with(pattern.before) || !name.ends_with(pattern.after)) return std::nullopt;
    const auto digits = name.substr(pattern.before.size(), name.size() - pattern.before.size() - pattern.after.size());
    return std::all_of(digits.begin(), digits.end(), is_digit) ? frame_of(digits) : std::nullopt;
}

// `*` and `?`, by the usual two-pointer walk that backs up to the last star.
bool matches_glob(std::string_view pattern, std::string_view name) {
    std::size_t p = 0, n = 0, star = pattern.npos, resume = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*')
            star = p++, resume = n;
        else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]))
            ++p, ++n;
        else if (star != pattern.npos)
            p = star + 1, n = ++resume;
        else
            return false;
    }
    return pattern.find_first_not_of('*', p) == pattern.npos;
}

// Where the last number of a name stands: [first, second), empty when there is none.
std::pair<std::size_t, std::size_t> place_of_number(const std::string& stem) {
    const auto end = std::find_if(stem.rbegin(), stem.rend(), is_digit);
    const auto begin = std::find_if_not(end, stem.rend(), is_digit);
    return {static_cast<std::size_t>(begin.base() - stem.begin()), static_cast<std::size_t>(end.base() - stem.begin())};
}

// The last number in front of the ending; 1 when there is none.
int last_number(const fs::path& path) {
    const std::string stem = path.stem().string();
    const auto [begin, end] = place_of_number(stem);
    return frame_of(std::string_view(stem).substr(begin, end - begin)).value_or(1);
}

// A sequence that is written has its frame, or the name of what it is made of, in the names of its files.
void check_output(const std::string& output, bool sequence) {
    const fs::path path(output);
    const std::string name = path.filename().string();
    const auto refuse = [&](const char* why) { throw InputError(fmt::format("{}: {}", output, why)); };
    if (path.parent_path().string().find_first_of("*?") != std::string::npos ||
        find_number(path.parent_path().string()))
        refuse("a pattern stands in the name of the file, not in that of its folder");
    if (name.find('?') != std::string::npos)
        refuse("'?' stands for nothing in the names of results; %04d, {} and * do");
    if (std::ranges::count(name, '*') > 1) refuse("one '*' stands for the name of each file; here are several");
    if (sequence && !is_pattern(output) && name.find('%') != std::string::npos)
        refuse("'%' begins no number here; %d and %04d are such");
}

fs::path result_of(const FrameFile& file, const std::string& output, bool sequence) {
    const fs::path path(output);
    std::string name = path.filename().string();
    if (const auto star = name.find('*'); star != std::string::npos)
        return path.parent_path() / name.replace(star, 1, file.path.stem().string());
    return sequence ? frame_path(output, file.frame) : path;
}

template <class Match>
std::vector<FrameFile> list_folder(const fs::path& folder, Match&& match_name) {
    std::vector<FrameFile> files;
    std::error_code error;
    for (const auto& item : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
        const std::string name = item.path().filename().string();
        if (name.starts_with(kTemporaryPrefix)) continue;
        const std::optional<int> frame = match_name(name);
        if (frame && !is_utf8(name))
            throw InputError(fmt::format("{}: the name of this file is not UTF-8; rename it so that it is",
                                         with_bytes_shown((folder / name).string())));
        if (frame) files.push_back({*frame, folder / name});
    }
    std::sort(files.begin(), files.end(), [](const FrameFile& a, const FrameFile& b) {
        return std::tie(a.frame, a.path) < std::tie(b.frame, b.path);
    });
    return files;
}

std::vector<std::pair<std::string, double>> names_and_times(const fs::path& index, std::span<const FrameFile> files,
                                                            double frame_rate) {
    std::vector<std::pair<std::string, double>> all;
    for (const FrameFile& f : files)
        all.emplace_back(fs::absolute(f.path).lexically_relative(fs::absolute(index).parent_path()).generic_string(),
                         (f.frame - 1) / frame_rate);
    return all;
}

}  // namespace

bool is_pattern(const std::string& text) {
    const std::string name = fs::path(text).filename().string();
    return find_number(name).has_value() || name.find_first_of("*?") != name.npos;
}

std::vector<FrameFile> expand_sequence(const std::string& pattern) {
    const fs::path path(pattern);
    const std::string name = path.filename().string();
    std::vector<FrameFile> files;
    if (const auto numbered = find_number(name))
        files = list_folder(path.parent_path(), [&](const std::string& n) { return match(*numbered, n); });
    else if (is_pattern(pattern))
        files = list_folder(path.parent_path(), [&](const std::string& n) {
            return matches_glob(name, n) ? std::optional(last_number(n)) : std::nullopt;
        });
    else if (fs::is_directory(path))
        throw InputError(fmt::format("{}: this is a folder; a file or a sequence is needed", pattern));
    else if (fs::exists(path))
        files.push_back({last_number(path), path});
    if (files.empty()) throw InputError(fmt::format("{}: there is no such file", pattern));
    return files;
}

fs::path frame_path(const std::string& pattern, int frame) {
    const fs::path path(pattern);
    if (const auto numbered = find_number(path.filename().string()))
        return path.parent_path() / fmt::format("{}{:0{}}{}", numbered->before, frame,
                                                numbered->braces ? 4 : numbered->digits, numbered->after);
    return path.parent_path() / fmt::format("{}.{:04}{}", path.stem().string(), frame, path.extension().string());
}

std::string sequence_pattern(const std::string& name) {
    const fs::path path(name);
    if (find_number(path.filename().string())) return name;
    return (path.parent_path() / (path.stem().string() + ".%04d" + path.extension().string())).string();
}

std::vector<FilePair> file_pairs(const std::string& input, const std::string& output) {
    const bool sequence = is_pattern(input) || is_pattern(output);
    check_output(output, sequence);
    std::vector<FilePair> pairs;
    std::map<fs::path, fs::path> taken;
    for (const FrameFile& file : expand_sequence(input)) {
        const fs::path result = result_of(file, output, sequence);
        const auto [other, free] = taken.emplace(result, file.path);
        if (!free)
            throw InputError(
                fmt::format("{} and {} would both become {}; with '*' in it each result has the name of its file",
                            other->second.string(), file.path.string(), result.string()));
        pairs.push_back({file.frame, file.path, result});
    }
    return pairs;
}

std::string series_of(const fs::path& file) {
    std::string stem = file.stem().string();
    const auto [begin, end] = place_of_number(stem);
    if (begin < end) stem.replace(begin, end - begin, "#");
    return (file.parent_path() / (stem + file.extension().string())).string();
}

std::string series_name(const fs::path& file) {
    std::string stem = file.stem().string();
    const auto [begin, end] = place_of_number(stem);
    if (begin == end) return stem;
    stem.erase(begin);
    const auto last = stem.find_last_not_of("._- ");
    stem.erase(last == std::string::npos ? 0 : last + 1);
    return stem;
}

void write_pvd(const fs::path& index, std::span<const FrameFile> files, double frame_rate) {
    std::string out = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (const auto& [name, time] : names_and_times(index, files, frame_rate))
        out += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", time, xml_escaped(name));
    write_file(index, out + "</Collection>\n</VTKFile>\n");
}

void write_series(const fs::path& index, std::span<const FrameFile> files, double frame_rate) {
    nlohmann::ordered_json out{{"file-series-version", "1.0"}, {"files", nlohmann::ordered_json::array()}};
    for (const auto& [name, time] : names_and_times(index, files, frame_rate))
        out["files"].push_back({{"name", name}, {"time", time}});
    write_file(index, out.dump(1) + "\n");
}

}  // namespace lamella
