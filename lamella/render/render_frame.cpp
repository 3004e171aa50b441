#include <lamella/render/path_tracer.hpp>
#include <lamella/render/render_frame.hpp>

namespace lamella {

Picture render_frame(const RenderSettings& settings, const RenderSubject& subject) {
    const RenderScene scene(settings, subject);
    return develop(PathTracer(settings, scene, subject.bounds).trace(), settings.exposure);
}

Image render_light(const RenderSettings& settings, const RenderSubject& subject) {
    const RenderScene scene(settings, subject);
    return PathTracer(settings, scene, subject.bounds).trace();
}

}  // namespace lamella
