#include <lamella/geometry/mesh_check.hpp>
#include <lamella/pipeline/setup/scene_meshes.hpp>
#include <lamella/pipeline/setup/shape_moments.hpp>
#include <lamella/scene/scene_fault.hpp>

namespace lamella {

SolidMoments moments_of_shape(const Shape& shape, const std::string& path, const Vec3d& origin, Assets& assets) {
    return std::visit(
        [&](const auto& s) -> SolidMoments {
            using S = std::remove_cvref_t<decltype(s)>;
            if constexpr (std::is_same_v<S, HalfSpaceShape>) {
                return {};
            } else if constexpr (std::is_same_v<S, MeshShape>) {
                const auto mesh = mesh_of(s, origin, assets);
                if (!check_mesh(*mesh).closed())
                    throw SceneFault(path + ".file", "the mesh is open, so it encloses no mass; a closed one does");
                SolidMoments moments = moments_of(*mesh);
                if (moments.volume < 0.0) {  // inside out
                    moments.volume *= -1.0;
                    moments.second *= -1.0;
                }
                if (!(moments.volume > 0.0)) throw SceneFault(path + ".file", "the mesh encloses nothing");
                return moments;
            } else {
                SolidMoments moments = moments_of(s);
                moments.centre -= origin;
                return moments;
            }
        },
        shape);
}

}  // namespace lamella
