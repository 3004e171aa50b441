// Steps that end exactly on frame times.
#pragma once

namespace lamella {

// The step to take when `stable` is allowed and `left` remains of the frame: the rest of a frame is shared
// evenly between its last two steps, so that no step is tiny.
inline double fit_step(double stable, double left) {
    if (stable >= left) return left;
    return 2.0 * stable > left ? 0.5 * left : stable;
}

}  // namespace lamella
