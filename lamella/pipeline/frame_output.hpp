// The parts of a frame as files.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/matter/frame_part.hpp>

namespace lamella {

// Where a part is written.
PartRecord record_of(const FramePart& part);

void write_part(const RunFolder& folder, const FramePart& part, const Vec3d& origin, int frame,
                const Provenance& provenance);

}  // namespace lamella
