// What a camera that follows the subject is fitted to in each frame.
#pragma once

#include <lamella/core/vec.hpp>

#include <map>

namespace lamella {

// The boxes of what is drawn, by frame, made wide enough to hold all that is drawn up to `reach` frames before and
// after, then averaged with a smooth weight over as many frames: a box that changes smoothly and always holds what is
// drawn. It depends on the frames there are, not on those that pictures are made of.
Box3 smoothed_box(const std::map<int, Box3>& boxes, int frame, int reach);

}  // namespace lamella
