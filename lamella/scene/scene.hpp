// A scene as plain structs: what scenes/*.json says, after reading and checking (reader.hpp).
#pragma once

#include <lamella/core/input_file.hpp>
#include <lamella/coupling/sea_parameters.hpp>
#include <lamella/flip/flip_parameters.hpp>
#include <lamella/foam/foam_settings.hpp>
#include <lamella/geometry/motion.hpp>
#include <lamella/matter/force_fields.hpp>
#include <lamella/matter/probe_parameters.hpp>
#include <lamella/particles/emitter.hpp>
#include <lamella/particles/sampling.hpp>
#include <lamella/prescribed/prescribed_parameters.hpp>
#include <lamella/render/render_settings.hpp>
#include <lamella/scene/scene_shape.hpp>
#include <lamella/scene/scene_skin.hpp>
#include <lamella/scene/scene_solid.hpp>
#include <lamella/sph/sph_parameters.hpp>
#include <lamella/surface/surface_settings.hpp>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lamella {

enum class DomainFace { x_min, x_max, y_min, y_max, z_min, z_max };
template <>
inline constexpr auto enum_words<DomainFace> = std::array{"x-", "x+", "y-", "y+", "z-", "z+"};

struct Domain {
    Vec3d min = Vec3d::Zero();
    Vec3d max = Vec3d::Ones();
    std::array<bool, 3> periodic{};
    std::vector<DomainFace> open;

    static constexpr auto fields() {
        return field_list(Field{"min", &Domain::min, "m", any_value(), "its lowest corner"}.required(),
                          Field{"max", &Domain::max, "m", any_value(), "its highest corner"}.required(),
                          Field{"periodic", &Domain::periodic, "", any_value(),
                                "the axes along which space repeats; a period is at least 3 supports long, under flip "
                                "a whole number of 16 spacings"},
                          Field{"open", &Domain::open, "", any_value(),
                                "the faces through which liquid leaves and is removed; the others are walls"});
    }
};

// A shape full of liquid; the part outside the domain holds none.
struct FluidShape {
    Shape shape;
    Vec3 velocity = Vec3::Zero();
    Lattice lattice = Lattice::cubic;
    Real jitter = 0.0f;

    static constexpr auto fields() {
        return field_list(Field{"", &FluidShape::shape, "", any_value(), "the shape"},
                          Field{"velocity", &FluidShape::velocity, "m/s", any_value(), "its initial velocity"},
                          Field{"lattice", &FluidShape::lattice, "", any_value(), "how its particles are packed"},
                          Field{"jitter", &FluidShape::jitter, "d", range(0, 0.5),
                                "each particle moves at random by less than this along each axis"});
    }
};

struct VolumeEmitter {
    static constexpr const char* name = "volume";
    static constexpr const char* sentence = "a shape full of moving liquid that is refilled from behind";

    Shape shape;
    Vec3 velocity = Vec3(0.0f, -1.0f, 0.0f);
    std::vector<SpeedKey> speed_keys;
    double start = 0.0;
    double stop = 1e9;

    static constexpr auto fields() {
        return field_list(
            Field{"shape", &VolumeEmitter::shape, "", any_value(), "where the liquid comes in"}.required(),
            Field{"velocity", &VolumeEmitter::velocity, "m/s", any_value(), "its velocity there; any but zero"},
            Field{
                "speed_keys", &VolumeEmitter::speed_keys, "", any_value(),
                "a table of times and speeds along the velocity instead of its own; linear between its keys, constant "
                "beyond them"}
                .silent(),
            Field{"start", &VolumeEmitter::start, "s", at_least(0), "when the shape is filled"},
            Field{"stop", &VolumeEmitter::stop, "s", at_least(0), "when nothing follows any more"});
    }
};

using EmitterMethod = std::variant<DiscEmitter, VolumeEmitter>;

struct Emitter {
    EmitterMethod method;
    Motion motion;

    static constexpr auto fields() {
        return field_list(
            Field{"", &Emitter::method, "", any_value(), "the emitter"},
            Field{"motion", &Emitter::motion, "", any_value(), "how it moves by keyframes; its jet moves along"}
                .silent());
    }
};

struct ParticleSource {
    InputFile file;
    std::optional<Index> frame;
    bool keep_ids = false;
    bool keep_time = false;

    static constexpr auto fields() {
        return field_list(
            Field{"file", &ParticleSource::file, "", at_least(1),
                  "a particle file, or a run folder with a frame, relative to the scene file"}
                .required(),
            Field{"frame", &ParticleSource::frame, "", at_least(1), "the frame of the run folder"},
            Field{"keep_ids", &ParticleSource::keep_ids, "", any_value(),
                  "its particles keep the ids that the file gives them; new ones follow the largest"}
                .silent(),
            Field{"keep_time", &ParticleSource::keep_time, "", any_value(),
                  "the first frame has the number and the time of the frame of the run folder; what moves or comes in "
                  "by the clock goes on from there"}
                .silent());
    }
};

struct Fluid {
    std::string name;
    Real density = 1000.0f;
    Real viscosity = 0.0f;
    std::vector<FluidShape> shapes;
    std::vector<Emitter> emitters;
    std::optional<ParticleSource> particles;

    static constexpr auto fields() {
        return field_list(
            Field{"name", &Fluid::name, "", range(1, 64), "names its files: letters, digits, '_' and '-'"}.required(),
            Field{"density", &Fluid::density, "kg/m^3", range(1e-3, 1e6), "rest density, the same for every fluid"},
            Field{"viscosity", &Fluid::viscosity, "Pa s", range(0, 1e6), "dynamic viscosity (water 0.001, honey 10)"},
            Field{"shapes", &Fluid::shapes, "", any_value(), "where it is at the start"},
            Field{"emitters", &Fluid::emitters, "", any_value(), "where it comes in"},
            Field{"particles", &Fluid::particles, "", any_value(), "particles that it starts from"});
    }
};

// The rigid motion of a node of a glTF file moves an obstacle.
struct NodeAnimation {
    InputFile file;
    std::string node;
    std::string clip;

    static constexpr auto fields() {
        return field_list(
            Field{"file", &NodeAnimation::file, "", at_least(1), "a glTF or GLB file, relative to the scene file"}
                .required(),
            Field{"node", &NodeAnimation::node, "", at_least(1), "the node of the file whose motion is followed"}
                .required(),
            Field{"clip", &NodeAnimation::clip, "", any_value(),
                  "the name of the animation, or its number from 0; it may be left out where there is only one"});
    }
};

// Files of one mesh whose vertices move: the obstacle bends with them.
struct MeshSequence {
    InputFile files;
    double frame_rate = 24.0;
    Interpolation interpolation = Interpolation::linear;

    static constexpr auto fields() {
        return field_list(
            Field{"files", &MeshSequence::files, "", at_least(1),
                  "a pattern like flag.%04d.obj, relative to the scene file; the obstacle's shape is the first of them"}
                .required(),
            Field{"frame_rate", &MeshSequence::frame_rate, "1/s", above(0), "files a second; the first is at time 0"},
            Field{"interpolation", &MeshSequence::interpolation, "", any_value(), "how vertices move between files"});
    }
};

// The skin and the morph targets of the shape's glTF file bend the obstacle.
struct RigClip {
    std::string clip;
    double start = 0.0;
    double speed = 1.0;
    bool loop = true;

    static constexpr auto fields() {
        return field_list(
            Field{"clip", &RigClip::clip, "", any_value(),
                  "the name of the animation, or its number from 0; it may be left out where there is only one"},
            Field{"start", &RigClip::start, "s", at_least(0), "where in the clip it begins"},
            Field{"speed", &RigClip::speed, "1", range(1e-3, 1e3), "seconds of the clip a second"},
            Field{"loop", &RigClip::loop, "", any_value(), "the clip begins again at its end, or it rests there"});
    }
};

struct Obstacle {
    std::string name;
    Shape shape;
    Motion motion;
    std::optional<NodeAnimation> animation;
    std::optional<MeshSequence> sequence;
    std::optional<RigClip> rig;
    Real friction = 0.0f;
    bool inverted = false;
    std::optional<SkinPaint> adhesion;
    std::optional<SkinPaint> drag;
    std::optional<SceneFur> fur;

    bool bends() const { return sequence || rig; }

    static constexpr auto fields() {
        return field_list(
            Field{"name", &Obstacle::name, "", range(1, 64), "names it: letters, digits, '_' and '-'"}.required(),
            Field{"shape", &Obstacle::shape, "", any_value(), "its shape at rest"}.required(),
            Field{"motion", &Obstacle::motion, "", any_value(), "how it moves by keyframes"},
            Field{"animation", &Obstacle::animation, "", any_value(), "or how it follows a node of a glTF file"},
            Field{"sequence", &Obstacle::sequence, "", any_value(), "or how it bends with a sequence of mesh files"},
            Field{"rig", &Obstacle::rig, "", any_value(),
                  "or how it bends with the rig of its glTF file; 'motion' may carry it besides"}
                .silent(),
            Field{"friction", &Obstacle::friction, "1", range(0, 10), "drag on liquid that slides along it"},
            Field{"inverted", &Obstacle::inverted, "", any_value(), "the liquid is inside the shape, not around it"},
            Field{"adhesion", &Obstacle::adhesion, "", any_value(),
                  "factors over the skin of the solver's adhesion, painted"}
                .silent(),
            Field{"drag", &Obstacle::drag, "", any_value(), "factors over the skin of the solver's drag, painted"}
                .silent(),
            Field{"fur", &Obstacle::fur, "", any_value(), "strands on the skin, which hold water"}.silent());
    }
};

enum class Lock { x, y, z, turn_x, turn_y, turn_z };
template <>
inline constexpr auto enum_words<Lock> = std::array{"x", "y", "z", "turn_x", "turn_y", "turn_z"};

// A time in which a body is held.
struct HoldTime {
    double from = 0.0;
    double until = 1e9;

    static constexpr auto fields() {
        return field_list(Field{"from", &HoldTime::from, "s", at_least(0), "when it is taken hold of"},
                          Field{"until", &HoldTime::until, "s", above(0), "when it is released"});
    }
};

// A rigid body that forces move.
struct SceneBody {
    std::string name;
    Shape shape;
    Real density = 500.0f;
    std::optional<double> mass;
    Vec3 velocity = Vec3::Zero();
    Vec3 spin = Vec3::Zero();
    Real friction = 0.5f;
    Real restitution = 0.2f;
    std::vector<Lock> locked;
    std::vector<HoldTime> held;
    Motion motion;

    static constexpr auto fields() {
        return field_list(
            Field{"name", &SceneBody::name, "", range(1, 64), "names it: letters, digits, '_' and '-'"}.required(),
            Field{"shape", &SceneBody::shape, "", any_value(), "its shape, where it starts"}.required(),
            Field{"density", &SceneBody::density, "kg/m^3", above(0), "of its matter, the same everywhere"},
            Field{"mass", &SceneBody::mass, "kg", above(0), "or how much it weighs"},
            Field{"velocity", &SceneBody::velocity, "m/s", any_value(), "of its centre of mass at the start"},
            Field{"spin", &SceneBody::spin, "rad/s", any_value(), "how fast it turns at the start, about this axis"},
            Field{"friction", &SceneBody::friction, "1", range(0, 10),
                  "on walls and obstacles; between two bodies the root of the product"},
            Field{"restitution", &SceneBody::restitution, "1", range(0, 1),
                  "speed after an impact over that before it; between two bodies the root of the product"},
            Field{"locked", &SceneBody::locked, "", any_value(), "directions in which it does not move or turn"},
            Field{"held", &SceneBody::held, "", any_value(),
                  "times in which it follows 'motion' instead of forces; released, it goes on with its velocity"}
                .silent(),
            Field{"motion", &SceneBody::motion, "", any_value(),
                  "how it moves by keyframes while it is held; held again, it moves along from where it is"}
                .silent());
    }
};

using Solver = std::variant<SphParameters, FlipParameters, SeaParameters, PrescribedParameters, SkinnedParameters>;

struct Output {
    std::vector<std::string> attributes;
    Index checkpoint_every = 10;
    std::vector<NamedProbe> probes;
    double probe_interval = 0.0;

    static constexpr auto fields() {
        return field_list(Field{"attributes", &Output::attributes, "", any_value(),
                                "what frames hold besides P, v, id, density and pscale"},
                          Field{"checkpoint_every", &Output::checkpoint_every, "frames", at_least(1),
                                "frames between two checkpoints"},
                          Field{"probes", &Output::probes, "", any_value(),
                                "places at which the simulation is measured over time, each in its own CSV file"}
                              .silent(),
                          Field{"probe_interval", &Output::probe_interval, "s", at_least(0),
                                "time between two rows of a probe at least; 0: a row every step"}
                              .silent());
    }
};

struct Scene {
    std::string schema;
    Index version = 1;
    std::string description;
    Domain domain;
    Vec3 gravity = Vec3(0.0f, -9.81f, 0.0f);
    std::vector<ForceField> forces;
    double frame_rate = 24.0;
    Index frames = 48;
    Real particle_spacing = 0.0f;
    Index seed = 0;
    std::vector<Fluid> fluids;
    std::vector<Obstacle> obstacles;
    std::vector<SceneBody> bodies;
    std::vector<SceneSolid> solids;
    std::vector<Shape> sinks;
    Solver solver;
    std::optional<SurfaceField> surface;
    std::optional<FoamSettings> foam;
    std::optional<RenderSettings> render;
    Output output;

    static constexpr auto fields() {
        return field_list(
            Field{"$schema", &Scene::schema, "", any_value(), "where editors find the JSON Schema; nothing reads it"}
                .silent(),
            Field{"version", &Scene::version, "", range(1, 1), "the version of this format"}.required(),
            Field{"description", &Scene::description, "", any_value(), "what the scene shows, in one line"},
            Field{"domain", &Scene::domain, "", any_value(), "the box in which everything happens"}.required(),
            Field{"gravity", &Scene::gravity, "m/s^2", any_value(), "acceleration of everything"},
            Field{"forces", &Scene::forces, "", any_value(), "accelerations in space and time besides gravity"}
                .silent(),
            Field{"frame_rate", &Scene::frame_rate, "1/s", range(1e-3, 1e6), "frames per second of liquid time"},
            Field{"frames", &Scene::frames, "", at_least(1), "number of frames; frame 1 is the initial state"}
                .required(),
            Field{"particle_spacing", &Scene::particle_spacing, "m", above(0), "distance of neighbouring particles"}
                .required(),
            Field{"seed", &Scene::seed, "", at_least(0), "starts every random choice"},
            Field{"fluids", &Scene::fluids, "", any_value(), "the liquids"},
            Field{"obstacles", &Scene::obstacles, "", any_value(), "solid bodies that liquid flows around"},
            Field{"bodies", &Scene::bodies, "", any_value(), "rigid bodies that forces, contacts and liquids move"}
                .silent(),
            Field{"solids", &Scene::solids, "", any_value(), "solids that bend and keep a shape"}.silent(),
            Field{"sinks", &Scene::sinks, "", any_value(), "shapes in which liquid vanishes"},
            Field{"solver", &Scene::solver, "", any_value(), "how the liquid moves"},
            Field{"surface", &Scene::surface, "", any_value(), "how frames become meshes; absent: no such stage"},
            Field{"foam", &Scene::foam, "", any_value(),
                  "how spray, foam and bubbles come from the liquid; absent: no such stage"},
            Field{"render", &Scene::render, "", any_value(), "how frames become pictures; absent: no such stage"},
            Field{"output", &Scene::output, "", any_value(), "what is written"});
    }
};

// The number of the first frame: 1, or that of the run that the scene goes on from with its time.
Index first_frame(const Scene& scene);

}  // namespace lamella
