#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>
#include <lamella/pipeline/compare_runs.hpp>
#include <lamella/pipeline/run_stages.hpp>
#include <lamella/render/contact_sheet.hpp>
#include <lamella/render/film.hpp>
#include <lamella/scene/scene.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace lamella {
namespace {

std::vector<int> common_frames(const CompareRuns& compared) {
    std::vector<int> common;
    for (const auto& path : compared.runs) {
        const RunFolder folder(path);
        folder.read_record();
        std::vector<int> frames = folder.frames({picture_part()});
        if (frames.empty())
            throw InputError(path.string() + ": the run has no pictures; make them with 'lamella render'");
        std::erase_if(frames, [&](int f) { return !compared.frames.contains(f); });
        if (&path == &compared.runs.front()) common = frames;
        std::erase_if(common, [&](int f) { return !std::binary_search(frames.begin(), frames.end(), f); });
    }
    if (common.empty()) throw InputError("there is no frame of which every run has a picture");
    return common;
}

// `count` of the frames, evenly spread, with the first and the last.
std::vector<int> spread(const std::vector<int>& frames, std::size_t count) {
    if (frames.size() <= count) return frames;
    if (count == 1) return {frames.back()};
    std::vector<int> chosen;
    for (std::size_t k = 0; k < count; ++k) chosen.push_back(frames[k * (frames.size() - 1) / (count - 1)]);
    return chosen;
}

double frame_rate(const std::filesystem::path& run) { return scene_of_run(run, {}).scene->frame_rate; }

std::string caption_of(const CompareRuns& compared, std::size_t run) {
    return compared.captions.empty() ? "" : compared.captions[run];
}

SheetPicture picture_of(const CompareRuns& compared, std::size_t run, int frame, std::string caption) {
    return {read_png(RunFolder(compared.runs[run]).path(picture_part(), frame)), std::move(caption)};
}

// A folder that goes when this object does.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "lamella-film-XXXXXX").string();
        if (!::mkdtemp(name.data())) throw RunError(name + ": a folder for the pictures of the film cannot be made");
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace

SheetGrid parse_grid(std::string_view text) {
    constexpr Index kMost = 100;
    SheetGrid grid;
    const char* end = text.data() + text.size();
    const auto columns = std::from_chars(text.data(), end, grid.columns);
    const bool split = columns.ec == std::errc() && columns.ptr != end && *columns.ptr == 'x';
    const auto rows = split ? std::from_chars(columns.ptr + 1, end, grid.rows) : columns;
    const auto allowed = [](Index n) { return n >= 1 && n <= kMost; };
    if (!split || rows.ec != std::errc() || rows.ptr != end || !allowed(grid.columns) || !allowed(grid.rows))
        throw InputError(fmt::format("the grid '{}' is not columns x rows from 1 to {}, like 4x3", text, kMost));
    return grid;
}

void write_sheet(const CompareRuns& compared, const std::filesystem::path& png) {
    const bool one = compared.runs.size() == 1;
    const auto cells = static_cast<std::size_t>(compared.grid.columns) * (one ? compared.grid.rows : 1);
    const std::vector<int> frames = spread(common_frames(compared), cells);
    std::vector<SheetPicture> pictures;
    for (std::size_t run = 0; run < compared.runs.size(); ++run) {
        const double rate = frame_rate(compared.runs[run]);
        for (const int frame : frames) {
            const std::string time = fmt::format("{:.3g} s", (frame - 1) / rate);
            const std::string caption = !one && frame == frames.front() ? caption_of(compared, run) : "";
            pictures.push_back(picture_of(compared, run, frame, caption.empty() ? time : caption));
        }
    }
    const auto columns = static_cast<Index>(std::min(frames.size(), static_cast<std::size_t>(compared.grid.columns)));
    write_png(png, contact_sheet(pictures, columns, compared.width));
}

StageResult write_comparison(const Run& run, const CompareRuns& compared, const std::filesystem::path& film) {
    const std::vector<int> frames = common_frames(compared);
    const TemporaryFolder folder;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (run.should_stop()) return StageResult::stopped;
        std::vector<SheetPicture> pictures;
        for (std::size_t r = 0; r < compared.runs.size(); ++r)
            pictures.push_back(picture_of(compared, r, frames[k], caption_of(compared, r)));
        const Index width = pictures.front().picture.width;
        write_png(folder.path() / frame_name("frame", static_cast<int>(k) + 1, "png"),
                  contact_sheet(pictures, static_cast<Index>(pictures.size()), width));
    }
    write_film({folder.path(), "frame.%04d.png", 1, static_cast<Index>(frames.size()),
                static_cast<Real>(frame_rate(compared.runs.front()))},
               film);
    return StageResult::done;
}

}  // namespace lamella
