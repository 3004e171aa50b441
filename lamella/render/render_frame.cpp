#include <lamella/render/colour_bar.hpp>
#include <lamella/render/path_tracer.hpp>
#include <lamella/render/render_frame.hpp>

namespace lamella {

Picture render_frame(const RenderSettings& settings, const RenderSubject& subject) {
    const RenderScene scene(settings, subject);
    Picture picture = develop(PathTracer(settings, scene, subject.bounds).trace(), settings.exposure);
    if (settings.show == Show::particles) draw_colour_bar(picture, settings.colour_by, scene.colours());
    return picture;
}

Image render_light(const RenderSettings& settings, const RenderSubject& subject) {
    const RenderScene scene(settings, subject);
    return PathTracer(settings, scene, subject.bounds).trace();
}

}  // namespace lamella
