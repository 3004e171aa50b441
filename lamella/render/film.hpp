// A film from a sequence of pictures, by the program ffmpeg.
#pragma once

#include <lamella/core/real.hpp>
#include <lamella/core/run.hpp>

#include <filesystem>
#include <string>

namespace lamella {

// Pictures of one folder whose names follow a pattern with %04d.
struct PictureSequence {
    std::filesystem::path folder;
    std::string pattern = "frame.%04d.png";
    Index first = 1;
    Index count = 0;
    Real rate = 24.0f;  // pictures per second
};

// An animated WebP if the path ends so, else H.264 in an MP4 file; it appears whole or not at all. Without ffmpeg, or
// when it fails, takes longer than a minute and two seconds a picture, or the run is to stop, a RunError says why and
// that the pictures are there. ffmpeg ends with this program, however that ends.
void write_film(const PictureSequence& pictures, const std::filesystem::path& path, const Run& run = {});

}  // namespace lamella
