#include <lamella/cache/run_folder.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/matter/solver_parameters.hpp>
#include <lamella/scene/check_scene.hpp>
#include <lamella/scene/check_skin.hpp>
#include <lamella/scene/check_solids.hpp>
#include <lamella/scene/check_solver.hpp>
#include <lamella/scene/check_stages.hpp>
#include <lamella/scene/json_path.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/shipped_scenes.hpp>
#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

namespace lamella {

namespace {

constexpr double kMostSpacings = 131072;  // 2^17: float positions keep 1/64 of a spacing

bool file_exists(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
}

bool is_folder(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_directory(file, ignored);
}

bool is_name(const std::string& name) {
    return std::all_of(name.begin(), name.end(), [](char c) {
        return (std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 128) || c == '_' ||
               c == '-';
    });
}

// Whether some part of the shape can be inside the box; a mesh is not looked into.
bool reaches(const MeshShape&, const Box3&) { return true; }
bool reaches(const HalfSpaceShape& shape, const Box3& box) {
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p((corner & 1) ? box.max.x() : box.min.x(), (corner & 2) ? box.max.y() : box.min.y(),
                     (corner & 4) ? box.max.z() : box.min.z());
        if (shape.signed_distance(p) < 0) return true;
    }
    return false;
}
template <class T>
bool reaches(const T& shape, const Box3& box) {
    const Box3 own = placed_bounds(shape);
    return (own.min.array() < box.max.array()).all() && (own.max.array() > box.min.array()).all();
}

class SceneCheck {
public:
    SceneCheck(const Scene& scene, const JsonValue& json, std::string_view file)
        : scene_(scene), json_(json), file_(file), box_{scene.domain.min.cast<Real>(), scene.domain.max.cast<Real>()} {}

    void check() {
        check_domain();
        for (std::size_t i = 0; i < scene_.fluids.size(); ++i) check_fluid(i);
        for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) check_obstacle(i);
        for (std::size_t i = 0; i < scene_.bodies.size(); ++i) check_body(i);
        const auto refuse = [&](const std::string& path, const std::string& sentence) { fail(path, sentence); };
        for (std::size_t i = 0; i < scene_.solids.size(); ++i) {
            check_name(fmt::format("solids[{}].name", i), scene_.solids[i].name);
            check_fluid_shape(fmt::format("solids[{}].shape", i), scene_.solids[i].shape);
            for (std::size_t h = 0; h < scene_.solids[i].held.size(); ++h)
                check_fluid_shape(fmt::format("solids[{}].held[{}]", i, h), scene_.solids[i].held[h].shape);
            check_solid(scene_, i, refuse);
        }
        if (scene_.fluids.empty() && scene_.bodies.empty() && scene_.solids.empty())
            fail("fluids", "there is neither a liquid nor a body nor a solid that moves");
        check_forces();
        for (std::size_t i = 0; i < scene_.sinks.size(); ++i) {
            check_fluid_shape(fmt::format("sinks[{}]", i), scene_.sinks[i]);
        }
        check_solver(scene_, refuse);
        check_probes(std::visit([](const auto& solver) { return solver.limits(); }, scene_.solver));
        if (scene_.surface) check_surface(scene_, refuse);
        if (scene_.foam) check_foam(scene_, names_, refuse);
        if (scene_.render) check_render(scene_, names_, refuse);
    }

private:
    [[noreturn]] void fail(const std::string& path, const std::string& sentence) const {
        fail_at(file_, place_of(json_, path), fmt::format("'{}': {}", path, sentence));
    }

    void check_domain() const {
        const Domain& domain = scene_.domain;
        const double d = scene_.particle_spacing;
        for (int a = 0; a < 3; ++a) {
            const double length = domain.max[a] - domain.min[a];
            if (!(length > 0)) {
                fail("domain.max", fmt::format("the domain is empty: along {} it reaches from {} to {}", "xyz"[a],
                                               number_text(domain.min[a]), number_text(domain.max[a])));
            }
            if (length < d || length > kMostSpacings * d) {
                fail("particle_spacing",
                     fmt::format("the domain is {:.6g} m long along {}, which is {:.6g} spacings of {} m; "
                                 "allowed are 1 to {}",
                                 length, "xyz"[a], length / d, scene_.particle_spacing, kMostSpacings));
            }
            const double farthest = std::max(std::abs(domain.min[a]), std::abs(domain.max[a]));
            if (farthest > kMostSpacings * d) {
                fail("domain.min",
                     fmt::format("the domain reaches {:.6g} m from zero along {}, farther than {} spacings; "
                                 "files hold single precision, so move the scene nearer",
                                 farthest, "xyz"[a], kMostSpacings));
            }
        }
        check_open_faces();
    }
    void check_open_faces() const {
        for (std::size_t i = 0; i < scene_.domain.open.size(); ++i) {
            const auto face = static_cast<std::size_t>(scene_.domain.open[i]);
            if (!scene_.domain.periodic[face / 2]) continue;
            fail(fmt::format("domain.open[{}]", i), "this face is on a periodic axis, so it cannot be open");
        }
    }

    void check_word(const std::string& path, const std::string& name) const {
        if (!is_name(name))
            fail(path, fmt::format("{} holds a character that is no letter, digit, '_' or '-'", json_string(name)));
    }
    void check_name(const std::string& path, const std::string& name) {
        check_word(path, name);
        if (!names_.insert(name).second) {
            fail(path, fmt::format("{} names another fluid or obstacle already; names are unique", json_string(name)));
        }
    }
    void check_shape(const std::string& path, const Shape& shape) const {
        std::visit([&](const auto& s) { check_alternative(path, s); }, shape);
    }
    template <class T>
    void check_alternative(const std::string& path, const T& shape) const {
        if (const char* fault = shape.fault()) fail(path, fault);
    }
    void check_alternative(const std::string& path, const MeshShape& mesh) const {
        check_file(path + ".file", mesh.file, "mesh file");
    }

    void check_fluid(std::size_t i) {
        const Fluid& fluid = scene_.fluids[i];
        const std::string path = fmt::format("fluids[{}]", i);
        check_name(path + ".name", fluid.name);
        if (fluid.shapes.empty() && fluid.emitters.empty() && !fluid.particles) {
            fail(path, "the fluid has no shapes, no emitters and no particles, so there is none of it");
        }
        for (std::size_t k = 0; k < fluid.shapes.size(); ++k) {
            check_fluid_shape(fmt::format("{}.shapes[{}]", path, k), fluid.shapes[k].shape);
        }
        for (std::size_t k = 0; k < fluid.emitters.size(); ++k) {
            const std::string place = fmt::format("{}.emitters[{}]", path, k);
            std::visit([&](const auto& e) { check_emitter(place, e); }, fluid.emitters[k].method);
            check_motion(place, fluid.emitters[k].motion);
        }
        if (fluid.particles) check_particles(path + ".particles", *fluid.particles);
    }
    void check_fluid_shape(const std::string& path, const Shape& shape) const {
        check_shape(path, shape);
        if (!std::visit([&](const auto& s) { return reaches(s, box_); }, shape)) {
            fail(path, "the shape is entirely outside the domain");
        }
    }
    void check_emitter(const std::string& path, const DiscEmitter& emitter) const {
        if (emitter.direction.isZero(0.0f)) fail(path + ".direction", "a direction of length zero points nowhere");
        if (!box_.contains(emitter.centre)) fail(path + ".centre", "the nozzle is outside the domain");
        check_times(path, emitter);
    }
    void check_emitter(const std::string& path, const VolumeEmitter& emitter) const {
        check_fluid_shape(path + ".shape", emitter.shape);
        if (std::holds_alternative<HalfSpaceShape>(emitter.shape)) {
            fail(path + ".shape", "a half space has no end; a box holds the part that is meant");
        }
        if (emitter.velocity.isZero(0.0f)) fail(path + ".velocity", "with a velocity of zero nothing comes in");
        check_times(path, emitter);
    }
    template <class T>
    void check_times(const std::string& path, const T& emitter) const {
        if (emitter.stop <= emitter.start)
            fail(path + ".stop", fmt::format("{} s is not after the start at {} s", emitter.stop, emitter.start));
        check_key_times(path + ".speed_keys", emitter.speed_keys);
    }
    void check_motion(const std::string& path, const Motion& motion) const {
        check_key_times(path + ".motion.keys", motion.keys);
        if (const char* fault = motion.fault()) fail(path + ".motion", fault);
    }
    template <class Key>
    void check_key_times(const std::string& path, const std::vector<Key>& keys) const {
        for (std::size_t k = 1; k < keys.size(); ++k)
            if (!(keys[k].time > keys[k - 1].time))
                fail(fmt::format("{}[{}].time", path, k),
                     fmt::format("{} s is not after the {} s of the key before it", keys[k].time, keys[k - 1].time));
    }
    void check_particles(const std::string& path, const ParticleSource& source) const {
        if (!file_exists(source.file.path)) {
            fail(path + ".file", fmt::format("{} does not exist", json_string(source.file.path.string())));
        }
        const bool has_frames = is_folder(source.file.path);
        if (has_frames && !source.frame) fail(path + ".file", "this is a folder: a run folder needs a 'frame', too");
        if (!has_frames && source.frame) fail(path + ".frame", "only a run folder has frames; the file is no folder");
        if (source.keep_time) check_kept_time(path, source);
    }
    void check_kept_time(const std::string& path, const ParticleSource& source) const {
        if (!source.frame) fail(path + ".keep_time", "only a frame of a run folder has a time that can be kept");
        if (*source.frame != first_frame(scene_))
            fail(path + ".frame",
                 fmt::format("the time of frame {} is kept already; a scene begins at one time", first_frame(scene_)));
        if (*source.frame > scene_.frames)
            fail("frames", fmt::format("{} frames end before the run begins, which goes on from frame {}",
                                       scene_.frames, *source.frame));
        const std::filesystem::path before = RunFolder(source.file.path).scene();
        if (!file_exists(before)) return;  // a copy in a run folder
        const JsonValue json = parse_json(read_file(before), before.string());
        const JsonMember* rate = json.find("frame_rate");
        if (rate && rate->value.number() && *rate->value.number() != scene_.frame_rate)
            fail("frame_rate", fmt::format("{} frames a second are not the {} of the run whose time is kept ({})",
                                           scene_.frame_rate, *rate->value.number(), source.file.name));
    }

    void check_obstacle(std::size_t i) {
        const Obstacle& obstacle = scene_.obstacles[i];
        const std::string path = fmt::format("obstacles[{}]", i);
        check_name(path + ".name", obstacle.name);
        check_shape(path + ".shape", obstacle.shape);
        check_motion(path, obstacle.motion);
        check_movers(path, obstacle);
        check_skin(scene_, i, [&](const std::string& at, const std::string& sentence) { fail(at, sentence); });
    }
    void check_body(std::size_t i) {
        const SceneBody& body = scene_.bodies[i];
        const std::string path = fmt::format("bodies[{}]", i);
        check_name(path + ".name", body.name);
        check_fluid_shape(path + ".shape", body.shape);
        if (std::holds_alternative<HalfSpaceShape>(body.shape))
            fail(path + ".shape", "a half space has no end, so it cannot move; as an obstacle it can stand");
        if (std::ranges::find(scene_.domain.periodic, true) != scene_.domain.periodic.end())
            fail("domain.periodic", "rigid bodies know no periodic axes yet; an obstacle does");
        check_motion(path, body.motion);
        check_holds(path, body);
    }
    void check_holds(const std::string& path, const SceneBody& body) const {
        if (body.held.empty() && !body.motion.keys.empty())
            fail(path + ".motion", "a body follows keyframes only while it is held; 'held' says when");
        for (std::size_t k = 0; k < body.held.size(); ++k) {
            const HoldTime& hold = body.held[k];
            const std::string place = fmt::format("{}.held[{}]", path, k);
            if (hold.until <= hold.from)
                fail(place + ".until", fmt::format("{} s is not after its beginning at {} s", hold.until, hold.from));
            if (k > 0 && hold.from < body.held[k - 1].until)
                fail(place + ".from", fmt::format("{} s is before {} s, when the body is released from the hold before",
                                                  hold.from, body.held[k - 1].until));
        }
    }
    void check_movers(const std::string& path, const Obstacle& obstacle) const {
        const bool keyed = !obstacle.motion.keys.empty();
        constexpr const char* kOne =
            "an obstacle has one of 'motion', 'animation', 'sequence' and 'rig'; only a rig may "
            "have a motion besides";
        if (obstacle.animation && (keyed || obstacle.bends())) fail(path + ".animation", kOne);
        if (obstacle.sequence && (keyed || obstacle.rig)) fail(path + ".sequence", kOne);
        if (obstacle.animation) check_file(path + ".animation.file", obstacle.animation->file, "file");
        if (obstacle.sequence && !std::holds_alternative<MeshShape>(obstacle.shape))
            fail(path + ".sequence", "only a shape of the type mesh bends with a sequence of files");
        if (obstacle.rig) check_rig(path, obstacle);
    }
    void check_rig(const std::string& path, const Obstacle& obstacle) const {
        if (!std::holds_alternative<MeshShape>(obstacle.shape))
            fail(path + ".rig", "only a shape of the type mesh, whose file is .gltf or .glb, has a rig");
        if (obstacle.inverted)
            fail(path + ".inverted",
                 "liquid inside of a character is not known; an obstacle without "
                 "a rig can be inverted");
    }
    void check_file(const std::string& path, const InputFile& file, std::string_view what) const {
        if (!is_there(file)) fail(path, fmt::format("{} does not exist", json_string(file.path.string())));
        if (is_folder(file.path)) fail(path, fmt::format("this is a folder, not a {}", what));
    }
    void check_forces() const {
        for (std::size_t i = 0; i < scene_.forces.size(); ++i) {
            const char* fault = std::visit([](const auto& force) { return force.fault(); }, scene_.forces[i].force);
            if (fault) fail(fmt::format("forces[{}]", i), fault);
        }
    }

    void check_probes(const SolverLimits& limits) const {
        std::set<std::string> names;
        for (std::size_t i = 0; i < scene_.output.probes.size(); ++i) {
            const NamedProbe& probe = scene_.output.probes[i];
            const std::string path = fmt::format("output.probes[{}]", i);
            check_word(path + ".name", probe.name);
            if (!names.insert(probe.name).second) fail(path + ".name", "another probe has this name");
            if (const char* fault = std::visit([](const auto& p) { return p.fault(); }, probe.probe)) fail(path, fault);
            if (const auto* force = std::get_if<ForceProbe>(&probe.probe)) check_probed_body(path, *force, limits);
        }
    }
    void check_probed_body(const std::string& path, const ForceProbe& force, const SolverLimits& limits) const {
        if (!limits.obstacles) fail(path, "the solver knows no forces on bodies");
        std::vector<std::string> bodies;
        for (const Obstacle& obstacle : scene_.obstacles) bodies.push_back(obstacle.name);
        for (const SceneBody& body : scene_.bodies) bodies.push_back(body.name);
        if (!force.body.empty() && std::ranges::find(bodies, force.body) == bodies.end())
            fail(path + ".body", fmt::format("no obstacle or body is named {}{}", json_string(force.body),
                                             suggestion(force.body, bodies)));
    }

    const Scene& scene_;
    const JsonValue& json_;
    std::string_view file_;
    Box3 box_;
    std::set<std::string> names_;
};

}  // namespace

void check_scene(const Scene& scene, const JsonValue& json, std::string_view file) {
    SceneCheck(scene, json, file).check();
}

}  // namespace lamella
