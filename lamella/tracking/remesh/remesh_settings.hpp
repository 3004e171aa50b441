// What keeps the triangles of a tracked mesh well shaped, and what was done for it.
#pragma once

#include <lamella/core/real.hpp>

namespace lamella {

// Lengths are in parts of the target edge l, which is in metres. Yu 2011, section 5.4, gives split and collapse lengths
// of 2 and 0.5 in particle spacings against meshes of 0.25 to 0.5 spacings, which would collapse every edge; both are
// taken in units of l. The shares and angles were measured on a sheared ball and on Enright's flow: with split over
// collapse below 2.3 meshes are resampled without end, and 3 is the best compromise between shape and blur.
struct RemeshSettings {
    Real edge = 1.0f;
    Real longest = 1.5f;              // longer edges are split
    Real shortest = 0.5f;             // shorter ones are collapsed
    Real longest_collapsed = 1.425f;  // a collapse makes no edge longer than that
    Real turn_cosine = 0.342f;        // nor does it turn a face by more than 70 degrees
    Real flip_cosine = 0.85f;         // between the faces beside an edge that may be flipped
    int flip_sweeps = 3;
    Real thin_angle = 20.0f;  // degrees; vertices of triangles with a smaller angle are smoothed
    Real smoothing = 0.3f;    // of the way to the middle of the faces around
    Real smoothing_cap = 0.1f;
    Real pinch_ring = 2.5f;  // longest ring of three edges that is a neck; 0: necks are not cut
};

struct RemeshReport {
    Index splits = 0;
    Index collapses = 0;
    Index refused = 0;  // collapses that would have made the mesh worse
    Index pinches = 0;
    Index flips = 0;
    Index smoothed = 0;  // vertices

    RemeshReport& operator+=(const RemeshReport& other) {
        splits += other.splits;
        collapses += other.collapses;
        refused += other.refused;
        pinches += other.pinches;
        flips += other.flips;
        smoothed += other.smoothed;
        return *this;
    }
};

}  // namespace lamella
