// Letters on pictures: captions, and the legend of a picture that shows numbers as colours.
#pragma once

#include <lamella/render/image.hpp>
#include <lamella/render/particle_colours.hpp>

#include <string_view>

namespace lamella {

// White letters with their upper left corner at (x, y), each dot `dot` pixels wide; what lies outside the
// picture is not drawn. A letter that the font lacks is left blank.
void draw_text(Picture& picture, Index x, Index y, Index dot, std::string_view text);
Index text_width(Index dot, std::string_view text);

// A line of text in the upper left corner, on a dark ground; nothing for an empty one.
void draw_caption(Picture& picture, std::string_view text);

// A bar in the lower left corner with the attribute's name above it and the ends of its range below.
void draw_colour_bar(Picture& picture, std::string_view name, const ColourRange& range);

}  // namespace lamella
