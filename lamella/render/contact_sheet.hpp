// Several pictures in one, each with a caption: contact sheets, and the figures that compare methods.
#pragma once

#include <lamella/render/image.hpp>

#include <string>
#include <vector>

namespace lamella {

struct SheetPicture {
    Picture picture;
    std::string caption;  // empty for none
};

// The mean of the pixels that each new one covers; for making pictures smaller.
Picture scaled(const Picture& picture, Index width, Index height);

// Row by row, each picture `width` pixels wide and as high as the shape of the first one asks for.
Picture contact_sheet(const std::vector<SheetPicture>& pictures, Index columns, Index width);

}  // namespace lamella
