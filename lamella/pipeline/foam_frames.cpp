#include <lamella/core/error.hpp>
#include <lamella/core/memory.hpp>
#include <lamella/core/profile.hpp>
#include <lamella/io/particle_file.hpp>
#include <lamella/io/up_axis.hpp>
#include <lamella/pipeline/foam_frames.hpp>
#include <lamella/pipeline/version.hpp>

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace lamella {
namespace {

constexpr const char* kBornUntil = "born_until_now";

PartRecord part_named(const char* name) { return part_of(Stage::foam, PartKind::particles, name); }

LedgerRow row_of(int frame, double frame_rate, const WhitewaterReport& report, long born) {
    LedgerRow row;
    row.frame = frame;
    row.time_s = (frame - 1) / frame_rate;
    row.steps = report.steps;
    row.particles = 0;
    for (std::size_t k = 0; k < report.count.size(); ++k) {
        row.method[kWhitewaterNames[k]] = static_cast<double>(report.count[k]);
        *row.particles += report.count[k];
    }
    row.method["born"] = static_cast<double>(report.born);
    row.method[kBornUntil] = static_cast<double>(born);
    row.method["died"] = static_cast<double>(report.died());
    row.method["died_of_age"] = static_cast<double>(report.died_of_age);
    row.method["died_at_walls"] = static_cast<double>(report.died_at_walls);
    row.method["died_by_leaving"] = static_cast<double>(report.left);
    row.method["capped"] = static_cast<double>(report.capped);
    double since = 0.0;
    for (std::size_t k = 0; k < report.by_age.size(); ++k) {
        const bool last = k == WhitewaterReport::kAges.size();
        const std::string until = last ? "" : fmt::format("_to_{}", WhitewaterReport::kAges[k]);
        row.method[fmt::format("aged_{}{}_s", since, until)] = static_cast<double>(report.by_age[k]);
        if (!last) since = WhitewaterReport::kAges[k];
    }
    return row;
}

}  // namespace

// Columns of another type are no such columns.
ParticleSet relative_to(const Vec3d& origin, const ParticleSet& read, std::span<const char* const> numbers) {
    ParticleSet set;
    set.resize(read.size());
    set.origin = origin;
    auto& P = set.add<Vec3Column>("P");
    for (Index i = 0; i < read.size(); ++i)
        P.set(i, (read.positions()[i].cast<double>() + (read.origin - origin)).cast<Real>());
    if (const auto* v = read.find<Vec3Column>("v")) set.add<Vec3Column>("v") = *v;
    if (const auto* id = read.find<IndexColumn>("id")) set.add<IndexColumn>("id") = *id;
    for (const char* name : numbers)
        if (const auto* column = read.find<ScalarColumn>(name)) set.add<ScalarColumn>(name) = *column;
    return set;
}

std::vector<PartRecord> FoamFrames::parts() {
    std::vector<PartRecord> parts;
    for (const char* name : kWhitewaterNames) parts.push_back(part_named(name));
    return parts;
}

FoamFrames::FoamFrames(const Run& run, const FoamSettings& settings, FoamSource source, const RunFolder& folder,
                       std::string scene_hash, bool z_up)
    : run_(run),
      settings_(settings),
      source_(std::move(source)),
      folder_(folder),
      scene_hash_(std::move(scene_hash)),
      z_up_(z_up),
      born_(ledger_numbers(folder.ledger(stage_name(Stage::foam)), kBornUntil)) {}

LedgerRow FoamFrames::write(int frame, std::optional<int> before) {
    const ProfileScope scope("foam");
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const double born = before ? born_.at(*before) : 0.0;
    Whitewater whitewater(settings_, source_.setup, before ? read_parts(*before) : Whitewater::Parts{},
                          static_cast<long>(born));
    const WhitewaterReport report = before ? advance(whitewater, *before, frame) : WhitewaterReport{};
    write_parts(frame, whitewater.parts());
    born_[frame] = static_cast<double>(whitewater.born());
    LedgerRow row = row_of(frame, source_.frame_rate, report, whitewater.born());
    row.wall_s["foam"] = std::chrono::duration<double>(Clock::now() - start).count();
    row.peak_rss_bytes = peak_memory_bytes();
    return row;
}

FoamFrames::LiquidFrame FoamFrames::take_liquid(int frame) {
    if (last_.frame == frame) return std::exchange(last_, {});
    return {frame, source_.liquids(frame)};
}

WhitewaterReport FoamFrames::advance(Whitewater& whitewater, int before, int frame) {
    const LiquidFrame start = take_liquid(before);
    LiquidFrame end = take_liquid(frame);
    const double seconds = (frame - before) / source_.frame_rate;
    LiquidBetween liquid(seconds, source_.setup.spacing, source_.setup.periodic);
    for (std::size_t k = 0; k < end.liquids.size(); ++k) liquid.add(start.liquids[k], end.liquids[k]);
    const WhitewaterReport report =
        whitewater.advance(run_, liquid, source_.place(liquid), (before - 1) / source_.frame_rate, seconds, frame);
    last_ = std::move(end);
    tell(frame, report, liquid.left_out());
    return report;
}

Whitewater::Parts FoamFrames::read_parts(int frame) const {
    constexpr std::array scalars{"age", "life", "pscale"};
    Whitewater::Parts parts;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        ParticleSet read = read_particles(folder_.path(part_named(kWhitewaterNames[k]), frame));
        if (z_up_) z_up_to_y_up(read);
        parts[k] = relative_to(source_.origin, read, scalars);
    }
    return parts;
}

void FoamFrames::write_parts(int frame, Whitewater::Parts parts) const {
    for (std::size_t k = 0; k < parts.size(); ++k) {
        parts[k].origin = source_.origin;
        if (z_up_) y_up_to_z_up(parts[k]);
        write_particles(folder_.path(part_named(kWhitewaterNames[k]), frame), parts[k], provenance(scene_hash_));
    }
}

void FoamFrames::tell(int frame, const WhitewaterReport& report, Index not_finite) const {
    if (report.capped > 0)
        run_.warn(fmt::format("foam, frame {}: {} of {} were not born because of max_particles, {}", frame,
                              report.capped, report.capped + report.born, settings_.max_particles));
    if (not_finite > 0)
        run_.warn(
            fmt::format("foam, frame {}: {} particles of liquid are left out: their numbers are not finite, or absurd",
                        frame, not_finite));
}

std::string foam_text(const LedgerRow& row) {
    return fmt::format("{} spray, {} foam, {} bubbles", row.method.at("spray"), row.method.at("foam"),
                       row.method.at("bubbles"));
}

}  // namespace lamella
