// What the machine can do at the moment of a run, beside which its figures are read.
#pragma once

#include <string>

namespace lamella {

struct Machine {
    std::string cpu;
    double triad = 0.0;  // GB/s of a[i] = b[i] + s c[i] in double, 24 bytes counted an element
    double fma = 0.0;    // GFLOP/s of independent single-precision multiply-adds
};

// On the threads that the present ThreadLimit allows.
Machine measure_machine();

// 1 on a machine of at least 80 % of the reference (28 GB/s and 200 GFLOP/s on two threads), else the
// smaller of its two shares.
double machine_share(const Machine& machine);

}  // namespace lamella
