#include <lamella/render/colour_bar.hpp>
#include <lamella/render/colour_map.hpp>
#include <lamella/render/font_5x7.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kAdvance = 6;  // dots from letter to letter

struct Rectangle {
    Index x, y, width, height;
};

template <class Paint>
void for_each_pixel(Picture& picture, const Rectangle& area, Paint&& paint) {
    for (Index y = std::max(area.y, 0); y < std::min(area.y + area.height, picture.height); ++y)
        for (Index x = std::max(area.x, 0); x < std::min(area.x + area.width, picture.width); ++x)
            paint(x, picture.at(x, y));
}

void fill(Picture& picture, const Rectangle& area, std::uint8_t grey) {
    for_each_pixel(picture, area, [&](Index, std::uint8_t* rgb) { std::fill_n(rgb, 3, grey); });
}

// A dark ground on which letters can be read.
void darken(Picture& picture, const Rectangle& area) {
    for_each_pixel(picture, area, [](Index, std::uint8_t* rgb) {
        for (int c = 0; c < 3; ++c) rgb[c] = static_cast<std::uint8_t>((rgb[c] + 2 * 28) / 4);
    });
}

void draw_letter(Picture& picture, Index x, Index y, Index dot, char letter) {
    const auto* glyph = std::find_if(kFont.begin(), kFont.end(), [&](const Glyph& g) { return g.letter == letter; });
    if (glyph == kFont.end()) return;
    for (Index row = 0; row < 7; ++row)
        for (Index column = 0; column < 5; ++column)
            if (glyph->rows[row][column] == '1') fill(picture, {x + column * dot, y + row * dot, dot, dot}, 255);
}

void draw_gradient(Picture& picture, const Rectangle& area) {
    for_each_pixel(picture, area, [&](Index x, std::uint8_t* rgb) {
        const Vec3 colour = map_colour((static_cast<Real>(x - area.x) + 0.5f) / static_cast<Real>(area.width));
        for (int c = 0; c < 3; ++c) rgb[c] = srgb_byte(colour[c]);
    });
}

}  // namespace

void draw_text(Picture& picture, Index x, Index y, Index dot, std::string_view text) {
    for (const char letter : text) {
        draw_letter(picture, x, y, dot, letter);
        x += kAdvance * dot;
    }
}

Index text_width(Index dot, std::string_view text) { return dot * (kAdvance * static_cast<Index>(text.size()) - 1); }

void draw_caption(Picture& picture, std::string_view text) {
    if (text.empty()) return;
    const Index dot = std::max(1, picture.height / 180);
    darken(picture, {0, 0, text_width(dot, text) + 8 * dot, 13 * dot});
    draw_text(picture, 4 * dot, 3 * dot, dot, text);
}

void draw_colour_bar(Picture& picture, std::string_view name, const ColourRange& range) {
    const Index dot = std::max(1, picture.height / 270);
    const Index gap = 6 * dot;
    const Rectangle panel{gap, picture.height - 45 * dot - gap, std::max(picture.width / 3, 120 * dot), 45 * dot};
    const Rectangle bar{panel.x + gap, panel.y + 17 * dot, panel.width - 2 * gap, 10 * dot};
    const std::string low = fmt::format("{:.4g}", range.min);
    const std::string high = fmt::format("{:.4g}", range.max);
    darken(picture, panel);
    draw_text(picture, bar.x, panel.y + gap, dot, name);
    draw_gradient(picture, bar);
    draw_text(picture, bar.x, bar.y + 15 * dot, dot, low);
    draw_text(picture, bar.x + bar.width - text_width(dot, high), bar.y + 15 * dot, dot, high);
}

}  // namespace lamella
