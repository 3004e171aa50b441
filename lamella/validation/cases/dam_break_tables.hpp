// Fronts and wall pressures of dam breaks, read off the figures of experiments. Readings of one experiment by two
// people differ by up to 8 %.
#pragma once

#include <array>
#include <utility>

namespace lamella::dam_break {

using Point = std::pair<double, double>;

// (T, Z) = (t sqrt(2 g / a), front / a), column a wide and 2 a high: Martin and Moyce 1952, Fig. 3, a = 1.125 in
// and 2.25 in, as read by the authors of PySPH.
inline constexpr std::array<Point, 10> kMartinMoyce1125 = {{{0.849, 1.245},
                                                            {1.212, 1.443},
                                                            {1.602, 1.884},
                                                            {2.283, 2.689},
                                                            {2.950, 3.728},
                                                            {3.598, 4.528},
                                                            {3.905, 4.999},
                                                            {4.592, 5.841},
                                                            {4.961, 6.271},
                                                            {5.316, 6.717}}};
inline constexpr std::array<Point, 6> kMartinMoyce2250 = {
    {{0.832, 1.217}, {1.219, 1.474}, {1.997, 2.292}, {2.547, 2.995}, {3.345, 4.134}, {4.034, 4.944}}};

// (t, x) in s and m, scaled to a = 1 m and g = 9.81 m/s^2: Koshizuka and Oka 1996, the experiment, as read by the
// authors of DualSPHysics.
inline constexpr std::array<Point, 15> kKoshizukaOka = {{{0.092031603, 1.128},
                                                         {0.190699774, 1.244},
                                                         {0.266343115, 1.464},
                                                         {0.32214447, 1.695},
                                                         {0.368058691, 1.903},
                                                         {0.413950339, 2.123},
                                                         {0.446591422, 2.365},
                                                         {0.495801354, 2.584},
                                                         {0.521851016, 2.804},
                                                         {0.56462754, 3.034},
                                                         {0.594018059, 3.219},
                                                         {0.636591422, 3.462},
                                                         {0.669255079, 3.704},
                                                         {0.70214447, 3.9},
                                                         {0.751331828, 4.132}}};

}  // namespace lamella::dam_break
