// Spray, foam and bubbles, frame by frame: each frame goes on from the files of the one before it and from nothing
// else, so that it has the same bits after a resume. In the first frame there are none.
#pragma once

#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/foam/whitewater.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamella {

// What the frames are made of.
struct FoamSource {
    // The liquids of a frame, relative to `origin`.
    std::function<std::vector<ParticleSet>(int frame)> liquids;
    std::function<const WhitewaterPlace&(const LiquidBetween&)> place;
    Vec3d origin = Vec3d::Zero();
    double frame_rate = 24.0;
    WhitewaterSetup setup;
};

class FoamFrames {
public:
    // The files lie in the folder, as the parts say; with z up in them if `z_up`.
    FoamFrames(const Run& run, const FoamSettings& settings, FoamSource source, const RunFolder& folder,
               std::string scene_hash, bool z_up = false);

    // Writes the files of a frame; `before` is the frame that it follows. The row is for the ledger, through which the
    // next one learns how many have been born.
    LedgerRow write(int frame, std::optional<int> before);

    static std::vector<PartRecord> parts();

private:
    struct LiquidFrame {
        int frame = 0;
        std::vector<ParticleSet> liquids;
    };
    LiquidFrame take_liquid(int frame);
    WhitewaterReport advance(Whitewater& whitewater, int before, int frame);
    Whitewater::Parts read_parts(int frame) const;
    void write_parts(int frame, Whitewater::Parts parts) const;
    void tell(int frame, const WhitewaterReport& report, Index not_finite) const;

    const Run& run_;
    FoamSettings settings_;
    FoamSource source_;
    RunFolder folder_;
    std::string scene_hash_;
    bool z_up_;
    std::map<int, double> born_;  // until each frame
    LiquidFrame last_;            // that was read
};

// Position, velocity and id of what was read, and these numbers, with positions relative to the origin.
ParticleSet relative_to(const Vec3d& origin, const ParticleSet& read, std::span<const char* const> numbers = {});

// What the parts of a frame hold in all, for the progress bar.
std::string foam_text(const LedgerRow& row);

}  // namespace lamella
