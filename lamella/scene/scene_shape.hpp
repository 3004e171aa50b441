// The shapes that a scene can name.
#pragma once

#include <lamella/core/input_file.hpp>
#include <lamella/geometry/shapes/revolved_shape.hpp>
#include <lamella/geometry/shapes/shapes.hpp>

#include <optional>
#include <string>
#include <variant>

namespace lamella {

// A pose of a rig: the clip, and seconds after its first key.
struct RigPose {
    std::string clip;
    double time = 0.0;
};

struct MeshShape {
    static constexpr const char* name = "mesh";
    static constexpr const char* sentence = "a closed triangle mesh from a file";
    InputFile file;
    Real scale = 1.0f;
    Vec3 stretch = Vec3::Ones();
    Vec3 rotation = Vec3::Zero();
    Vec3 translation = Vec3::Zero();
    std::optional<RigPose> pose;  // set by the reader, of an obstacle with a rig: where it starts

    static constexpr auto fields() {
        return field_list(
            Field{"file", &MeshShape::file, "", at_least(1), "OBJ, PLY, STL, glTF or GLB, relative to the scene file"}
                .required(),
            Field{"scale", &MeshShape::scale, "1", above(0), "factor on its size, applied first"},
            Field{"stretch", &MeshShape::stretch, "1", above(0),
                  "factors along its own x, y and z, applied with 'scale'"}
                .silent(),
            Field{"rotation", &MeshShape::rotation, "deg", any_value(), "turns about x, then y, then z, applied next"},
            Field{"translation", &MeshShape::translation, "m", any_value(), "shift, applied last"});
    }
};

using Shape = std::variant<BoxShape, SphereShape, CylinderShape, RevolvedShape, HalfSpaceShape, MeshShape>;

}  // namespace lamella
