// A particle file as the page draws it: what viewer/src/decode does with it, done here, because a browser takes nearly
// twice as long to unpack it, and as long again to be sent it.
//   count x 12 bytes    x, y, z, little-endian floats
//   count x 4 bytes     value of the attribute, and radius: 0 to 65535 stand for `values` and 0 to `largestRadius`
//   description         JSON {"count", "attributes", "values": {"low", "high"}, "largestRadius"}, and spaces
//   4 bytes             how long the description is, little-endian
// Positions are sent while later ones are unpacked; what needs the range of all values follows.
#pragma once

#include <lamella/core/function_ref.hpp>
#include <lamella/view/particle_parts.hpp>

namespace lamella {

class PackedParticles {
public:
    // The attribute is one of the file's, vectors by their length, or "speed" or "height"; any other leaves the values
    // zero.
    PackedParticles(std::shared_ptr<const ParticleParts> parts, std::string attribute);

    std::size_t size() const;
    // Ends early when `send` gives false. A damaged file is an InputError.
    void write(FunctionRef<bool(std::string_view)> send) const;

private:
    std::shared_ptr<const ParticleParts> parts_;
    std::string attribute_;
    std::size_t description_bytes_;
};

}  // namespace lamella
