// Rousselle, Manzi, Zwicker 2013: Robust Denoising using Feature and Color Information, with the filter of
// Rousselle, Knaus, Zwicker 2012 (Adaptive Rendering with Non-Local Means Filtering).
//
// A pixel p becomes a weighted mean of the pixels q of a window around it. The weight is the smaller one of
//
//     w_c = g(mean over the patch around p of d^2),   d^2 = ((u_p - u_q)^2 - (V_p + min(V_p, V_q))) / (e + k_c^2 (V_p +
//     V_q)), w_f = g(max over the features of  ((f_p - f_q)^2 - (V_p + min(V_p, V_q))) / (k_f^2 (t + V_p + V_q))),
//
// u being the light and V its variance: differences that noise explains do not count, so noise goes and
// edges stay. Features are what a path met first: they show edges without noise. The samples of a pixel make two
// pictures; the weights for one come from the other, so that noise does not choose its own weights.
//
// Departures: g(x) = (1 - x / 4)^4 where the authors have exp(-x), which it approaches; one filter instead of three
// that are mixed by their estimated errors; the variance of the features is their denominator, too, instead of their
// gradient.
#pragma once

#include <lamella/render/image.hpp>

#include <array>

namespace lamella {

// A picture as the path tracer leaves it: everything twice, from the even and the odd samples of each pixel.
struct NoisyImage {
    NoisyImage(Index width, Index height, Index samples);

    struct Half {
        Half(Index width, Index height) : light(width, height), albedo(width, height), normal(width, height) {}
        Image light;
        Image albedo;  // share and colour of the first matt surface, or of the sky
        Image normal;  // of the first surface, whatever its kind
    };
    std::array<Half, 2> halves;
    std::array<Index, 2> samples{};  // of each half
    Image variance;                  // of the mean of one half, from its samples

    // Turns the sums of a pixel's samples into means; `squares` is the sum of their squared light.
    void finish_pixel(Index x, Index y, const Vec3& squares);
    Image mean() const;
};

Image denoise(const NoisyImage& noisy);

}  // namespace lamella
