// How the program ends. A stop by signal N ends with 128 + N.
#pragma once

namespace lamella::cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;      // a full disk, a failed case, a defect of ours
inline constexpr int kInputFault = 2;  // the command line or an input file

}  // namespace lamella::cli
