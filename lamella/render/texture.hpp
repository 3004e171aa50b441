// A picture on a surface, repeated without end.
#pragma once

#include <lamella/render/image.hpp>

#include <map>
#include <memory>

namespace lamella {

class Texture {
public:
    explicit Texture(Image picture);

    // u goes to the right and v upwards, each from 0 to 1 over the picture; interpolated between pixels.
    Vec3 at(Real u, Real v) const;
    const Vec3& mean() const { return mean_; }

private:
    Image picture_;
    Vec3 mean_;
};

using Textures = std::map<std::string, std::shared_ptr<const Texture>>;  // by the path of their file

// The picture as linear light.
Image image_of(const Picture& picture);

}  // namespace lamella
