#include <lamella/core/parallel.hpp>
#include <lamella/render/colour_bar.hpp>
#include <lamella/render/contact_sheet.hpp>

#include <algorithm>
#include <array>

namespace lamella {
namespace {

constexpr Index kGap = 4;  // pixels between two pictures
constexpr std::uint8_t kPaper = 255;

std::array<std::uint8_t, 3> mean_of(const Picture& picture, Index x0, Index x1, Index y0, Index y1) {
    std::array<Index, 3> sum{};
    for (Index y = y0; y < y1; ++y)
        for (Index x = x0; x < x1; ++x)
            for (int c = 0; c < 3; ++c) sum[c] += picture.at(x, y)[c];
    const Index n = (x1 - x0) * (y1 - y0);
    return {static_cast<std::uint8_t>((sum[0] + n / 2) / n), static_cast<std::uint8_t>((sum[1] + n / 2) / n),
            static_cast<std::uint8_t>((sum[2] + n / 2) / n)};
}

void paste(const Picture& from, Index x0, Index y0, Picture& to) {
    for (Index y = 0; y < from.height; ++y) std::copy_n(from.at(0, y), 3 * from.width, to.at(x0, y0 + y));
}

}  // namespace

Picture scaled(const Picture& picture, Index width, Index height) {
    Picture result{width, height, std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width) * height)};
    const auto begin = [](Index k, Index from, Index to) {
        return static_cast<Index>(static_cast<std::int64_t>(k) * from / to);
    };
    parallel_for(
        "scale picture", height,
        [&](Index y) {
            const Index y0 = begin(y, picture.height, height);
            const Index y1 = std::max(begin(y + 1, picture.height, height), y0 + 1);
            for (Index x = 0; x < width; ++x) {
                const Index x0 = begin(x, picture.width, width);
                const Index x1 = std::max(begin(x + 1, picture.width, width), x0 + 1);
                const auto mean = mean_of(picture, x0, x1, y0, y1);
                std::copy(mean.begin(), mean.end(), result.at(x, y));
            }
        },
        16);
    return result;
}

Picture contact_sheet(const std::vector<SheetPicture>& pictures, Index columns, Index width) {
    const Picture& first = pictures.front().picture;
    const Index height = std::max(width * first.height / first.width, 1);
    const Index rows = (static_cast<Index>(pictures.size()) + columns - 1) / columns;
    Picture sheet{columns * (width + kGap) - kGap, rows * (height + kGap) - kGap, {}};
    sheet.rgb.assign(3 * static_cast<std::size_t>(sheet.width) * sheet.height, kPaper);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        Picture small = scaled(pictures[i].picture, width, height);
        draw_caption(small, pictures[i].caption);
        const auto k = static_cast<Index>(i);
        paste(small, k % columns * (width + kGap), k / columns * (height + kGap), sheet);
    }
    return sheet;
}

}  // namespace lamella
