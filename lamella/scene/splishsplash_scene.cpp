#include <lamella/core/error.hpp>
#include <lamella/scene/reader.hpp>
#include <lamella/scene/scene.hpp>
#include <lamella/scene/splishsplash_block.hpp>
#include <lamella/scene/splishsplash_scene.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>

namespace lamella {
namespace {

namespace fs = std::filesystem;
using Block = SplishsplashBlock;

constexpr const char* kUnitBox = "UnitBox.obj";  // a cube from -0.5 to 0.5
constexpr double kSecondsWithoutEnd = 5.0;

JsonValue list(const Vec3d& v) { return JsonArray{v.x(), v.y(), v.z()}; }

JsonValue box(const Vec3d& min, const Vec3d& max) {
    return JsonObject{{"type", {}, "box"}, {"min", {}, list(min)}, {"max", {}, list(max)}};
}

Mat3d rotation_of(Block& block, const Vec3d& usual_axis) {
    const Vec3d axis = block.vector("rotationAxis", usual_axis);
    const double angle = block.number("rotationAngle", 0.0);
    return axis.norm() > 0.0 ? Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix() : Mat3d::Identity();
}

// Turns about x, then y, then z, in degrees.
Vec3d turns(const Mat3d& R) {
    const Vec3d radians(std::atan2(R(2, 1), R(2, 2)), std::asin(std::clamp(-R(2, 0), -1.0, 1.0)),
                        std::atan2(R(1, 0), R(0, 0)));
    return radians * (180.0 / std::numbers::pi);
}

// Keys may hold anything, and a comment ends with its line.
std::string one_line(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    return text;
}

class Import {
public:
    Import(const JsonValue& root, const fs::path& file, const fs::path& folder)
        : root_(root),
          file_(file),
          folder_(folder),
          whole_(root, file.string(), "the scene", notes_),
          configuration_(block_or_none("Configuration"), file.string(), "Configuration", notes_),
          spacing_(2.0 * configuration_.number("particleRadius", 0.025)) {}

    ImportedScene run() {
        JsonValue scene = JsonObject{};
        scene.add("version", 1);
        scene.add("description", fmt::format("after {} of SPlisHSPlasH", file_.filename().string()));
        for_each("RigidBodies", [&](Block& block) { add_body(block); });
        for_each("FluidBlocks", [&](Block& block) { add_fluid_block(block); });
        for_each("FluidModels", [&](Block& block) { add_fluid_model(block); });
        for_each("Emitters", [&](Block& block) { add_emitter(block); });
        if (fluids_.empty())
            throw InputError(file_.string() +
                             ": there is no liquid in it that we know: no FluidBlocks, FluidModels or Emitters");
        scene.add("domain", domain());
        scene.add("gravity", list(configuration_.vector("gravitation", {0.0, -9.81, 0.0})));
        add_time(scene);
        scene.add("particle_spacing", spacing_);
        JsonValue solver = pressure();
        add_materials(solver);
        scene.add("fluids", fluids());
        if (!obstacles_.empty()) scene.add("obstacles", obstacles_);
        scene.add("solver", std::move(solver));
        scene.add("surface", JsonObject{{"type", {}, "true_volume"}});
        scene.add("render", camera());
        configuration_.note_the_rest();
        whole_.note_the_rest();
        return {with_notes(scene), notes_};
    }

private:
    struct Draft {
        std::string id;
        double density = 1000.0;
        double viscosity = 0.0;
        JsonArray shapes;
        JsonArray emitters;
        std::string particles;
    };

    const JsonValue& block_or_none(std::string_view key) {
        whole_.take(key);
        const JsonMember* member = root_.find(key);
        return member ? member->value : none_;
    }

    template <class F>
    void for_each(const char* key, F&& f) {
        whole_.take(key);
        const JsonMember* member = root_.find(key);
        if (!member) return;
        const JsonArray* blocks = member->value.array();
        if (!blocks)
            fail_at(file_.string(), member->value.place,
                    fmt::format("'{}' is {}; a list is needed", key, short_text(member->value)));
        int number = 0;
        for (const JsonValue& value : *blocks) {
            Block block(value, file_.string(), fmt::format("{}[{}]", key, number++), notes_);
            f(block);
            block.note_the_rest();
        }
    }

    Draft& fluid(Block& block) {
        const std::string id = block.text("id", "Fluid");
        for (Draft& draft : fluids_)
            if (draft.id == id) return draft;
        Draft& made = fluids_.emplace_back();
        made.id = id;
        return made;
    }

    std::string file_name(const std::string& name) const {
        return fs::proximate(file_.parent_path() / name, folder_).generic_string();
    }

    void extend(const Vec3d& min, const Vec3d& max) {
        lowest_ = lowest_.cwiseMin(min).cwiseMin(max);
        highest_ = highest_.cwiseMax(min).cwiseMax(max);
    }

    void add_fluid_block(Block& block) {
        Draft& draft = fluid(block);
        const Vec3d scale = block.vector("scale", Vec3d::Ones());
        const Vec3d shift = block.vector("translation", Vec3d::Zero());
        const Vec3d a = block.vector("start", Vec3d::Zero()).cwiseProduct(scale) + shift;
        const Vec3d b = block.vector("end", Vec3d::Ones()).cwiseProduct(scale) + shift;
        JsonValue shape = box(a.cwiseMin(b), a.cwiseMax(b));
        if (block.has("initialVelocity")) shape.add("velocity", list(block.vector("initialVelocity", Vec3d::Zero())));
        if (block.number("denseMode", 0.0) != 0.0)
            block.note("denseMode", "a block with a 'denseMode' other than 0 becomes a cubic lattice");
        extend(a, b);
        draft.shapes.push_back(std::move(shape));
    }

    // A mesh of a file; an empty object where it is scaled more along one axis than along another.
    JsonValue mesh(Block& block, const std::string& file) {
        const Vec3d scale = block.vector("scale", Vec3d::Ones());
        const Vec3d shift = block.vector("translation", Vec3d::Zero());
        const Mat3d turn = rotation_of(block, {1.0, 0.0, 0.0});
        extend(shift - 0.5 * scale, shift + 0.5 * scale);
        if (scale != Vec3d::Constant(scale.x())) return JsonObject{};
        JsonValue shape = JsonObject{{"type", {}, "mesh"}, {"file", {}, file_name(file)}, {"scale", {}, scale.x()}};
        if (!turn.isIdentity(1e-9)) shape.add("rotation", list(turns(turn)));
        shape.add("translation", list(shift));
        return shape;
    }

    void add_fluid_model(Block& block) {
        const std::string file = block.text("particleFile", "");
        if (fs::path(file).extension() == ".obj") {
            JsonValue shape = mesh(block, file);
            if (shape.object()->empty()) return block.leave_out("its mesh is scaled differently along the axes");
            fluid(block).shapes.push_back(std::move(shape));
            return;
        }
        const bool moved = block.vector("translation", Vec3d::Zero()) != Vec3d::Zero() ||
                           block.vector("scale", Vec3d::Ones()) != Vec3d::Ones() ||
                           !rotation_of(block, {1.0, 0.0, 0.0}).isIdentity(1e-9);
        if (moved) return block.leave_out("particles of a file are taken where they are, not moved");
        Draft& draft = fluid(block);
        if (!draft.particles.empty()) return block.leave_out("a fluid takes the particles of one file");
        draft.particles = file_name(file);
    }

    void add_body(Block& block) {
        const std::string file = block.text("geometryFile", "");
        const bool wall = block.boolean("isWall", false);
        const bool inverted = block.boolean("mapInvert", false) || wall;
        if (file.empty()) return block.leave_out("it has no 'geometryFile'");
        if (block.boolean("isDynamic", false))
            block.note("isDynamic", "bodies do not move with the liquid here: it stays where it is");
        const bool upright = rotation_of(block, {1.0, 0.0, 0.0}).isIdentity(1e-9);
        JsonValue shape;
        if (fs::path(file).filename() == kUnitBox && upright) {
            const Vec3d half = 0.5 * block.vector("scale", Vec3d::Ones()).cwiseAbs();
            const Vec3d middle = block.vector("translation", Vec3d::Zero());
            extend(middle - half, middle + half);
            if (inverted && domain_.is_null()) {
                domain_ = JsonObject{{"min", {}, list(middle - half)}, {"max", {}, list(middle + half)}};
                return;
            }
            shape = box(middle - half, middle + half);
        } else {
            shape = mesh(block, file);
            if (shape.object()->empty()) return block.leave_out("its mesh is scaled differently along the axes");
        }
        JsonValue body = JsonObject{{"name", {}, fmt::format("body_{}", obstacles_.size() + 1)}};
        body.add("shape", std::move(shape));
        if (inverted) body.add("inverted", true);
        obstacles_.push_back(std::move(body));
    }

    // Width and height count particles; it looks along the first axis, its height along the second.
    void add_emitter(Block& block) {
        Draft& draft = fluid(block);
        const Vec3d place = block.vector("translation", Vec3d::Zero());
        const Mat3d turn = rotation_of(block, {0.0, 0.0, 1.0});
        const double width = spacing_ * block.number("width", 5.0);
        const double height = spacing_ * block.number("height", 5.0);
        const double speed = block.number("velocity", 1.0);
        const bool round = block.number("type", 0.0) == 1.0;
        const bool straight = (turn.cwiseAbs().rowwise().maxCoeff().array() > 1.0 - 1e-6).all();
        extend(place, place);
        JsonValue emitter;
        if (!round && straight) {
            const Vec3d half = (turn * Vec3d(spacing_, 0.5 * height, 0.5 * width)).cwiseAbs();
            emitter = JsonObject{{"type", {}, "volume"}, {"shape", {}, box(place - half, place + half)}};
            emitter.add("velocity", list(speed * turn.col(0)));
        } else {
            const double radius = round ? 0.5 * width : std::sqrt(width * height / std::numbers::pi);
            if (!round) block.note("type", "an oblique rectangular emitter becomes a round one of the same area");
            emitter = JsonObject{{"type", {}, "disc"}, {"centre", {}, list(place)}};
            emitter.add("direction", list(turn.col(0)));
            emitter.add("radius", radius);
            emitter.add("speed", speed);
        }
        if (block.has("emitStartTime")) emitter.add("start", block.number("emitStartTime", 0.0));
        if (block.has("emitEndTime")) emitter.add("stop", block.number("emitEndTime", 0.0));
        draft.emitters.push_back(std::move(emitter));
    }

    JsonValue domain() {
        if (!domain_.is_null()) return domain_;
        const Vec3d pad = Vec3d::Constant(std::max((highest_ - lowest_).maxCoeff(), 10.0 * spacing_));
        notes_.push_back(fmt::format("{}: no upright {} is its wall, so the domain is a guess, open on all sides",
                                     file_.string(), kUnitBox));
        return JsonObject{{"min", {}, list(lowest_ - pad)},
                          {"max", {}, list(highest_ + pad)},
                          {"open", {}, JsonArray{"x-", "x+", "y-", "y+", "z-", "z+"}}};
    }

    void add_time(JsonValue& scene) {
        const double rate = configuration_.number("dataExportFPS", 25.0);
        const double stop = configuration_.number("stopAt", -1.0);
        const double pause = configuration_.number("pauseAt", -1.0);
        const double end = stop > 0.0 ? stop : pause > 0.0 ? pause : kSecondsWithoutEnd;
        if (stop <= 0.0 && pause <= 0.0)
            notes_.push_back(
                fmt::format("{}: it has no 'stopAt', so it ends after {} s", file_.string(), kSecondsWithoutEnd));
        scene.add("frame_rate", rate);
        scene.add("frames", 1.0 + std::ceil(end * rate - 1e-9));
    }

    // The solver with its pressure; errors are given in percent.
    JsonValue pressure() {
        const std::map<int, const char*> names{{0, "wcsph"}, {1, "pcisph"}, {4, "dfsph"}};
        const double method = configuration_.number("simulationMethod", 4.0);
        const auto found = names.find(static_cast<int>(std::clamp(method, -1.0, 1000.0)));
        if (found == names.end())
            configuration_.note("simulationMethod",
                                fmt::format("the simulation method {} is replaced by dfsph", method));
        const std::string name = found == names.end() ? "dfsph" : found->second;
        JsonValue pressure = JsonObject{{"type", {}, name}};
        const auto take = [&](const char* theirs, const char* ours, double factor) {
            if (configuration_.has(theirs)) pressure.add(ours, factor * configuration_.number(theirs, 0.0));
        };
        if (name == "wcsph") take("exponent", "gamma", 1.0);
        if (name != "wcsph") take("maxError", "density_error", 0.01);
        if (name != "wcsph") take("maxIterations", "max_iterations", 1.0);
        if (name == "dfsph") take("maxErrorV", "divergence_error", 0.01);
        if (name == "dfsph" && configuration_.has("enableDivergenceSolver"))
            pressure.add("divergence_free", configuration_.boolean("enableDivergenceSolver", true));
        JsonValue solver = JsonObject{{"type", {}, "sph"}, {"pressure", {}, std::move(pressure)}};
        if (configuration_.has("cflMaxTimeStepSize"))
            solver.add("max_step", configuration_.number("cflMaxTimeStepSize", 0.005));
        return solver;
    }

    // What a fluid is made of stands in Materials or, in older files, under its id.
    void add_materials(JsonValue& solver) {
        for_each("Materials", [&](Block& block) { add_material(block, solver); });
        for (const Draft& draft : fluids_)
            if (const JsonMember* member = root_.find(draft.id)) {
                whole_.take(draft.id);
                Block block(member->value, file_.string(), draft.id, notes_);
                add_material(block, solver, draft.id);
                block.note_the_rest();
            }
    }

    // The same gamma, at the support that the method takes here.
    void add_akinci2013(double gamma, double density, JsonValue& solver) const {
        using Akinci = SurfaceTensionAkinci2013;
        const auto support = Akinci::Parameters::kernel.support * static_cast<Real>(spacing_);
        const Real tension = Akinci::tension_of(static_cast<Real>(gamma), static_cast<Real>(density), support);
        solver.add("surface_tension", JsonObject{{"type", {}, "akinci2013"}, {"tension", {}, double(tension)}});
    }

    void add_material(Block& block, JsonValue& solver, const std::string& id = "") {
        const std::string name = block.text("id", id.empty() ? "Fluid" : id);
        const auto draft = std::ranges::find_if(fluids_, [&](const Draft& d) { return d.id == name; });
        if (draft == fluids_.end()) return block.leave_out("no fluid has its id");
        draft->density = block.number("density0", 1000.0);
        const double viscosity = block.number("viscosity", 0.0);
        if (block.number("viscosityMethod", 1.0) != 0.0 && viscosity != 0.0) {
            draft->viscosity = viscosity * draft->density;
            block.note("viscosity", fmt::format("the viscosity {} is taken as kinematic, in m^2/s: {} Pa s", viscosity,
                                                draft->viscosity));
            if (!solver.find("viscosity")) solver.add("viscosity", JsonObject{{"type", {}, "weiler2018"}});
        }
        const double tension = block.number("surfaceTension", 1.0);
        const double method = block.number("surfaceTensionMethod", 0.0);
        if (method == 2.0 && !solver.find("surface_tension"))
            add_akinci2013(tension, draft->density, solver);
        else if (method != 0.0)
            block.note(
                "surfaceTensionMethod",
                fmt::format("the surface tension {} has no counterpart with the same numbers; there is none here",
                            method));
    }

    JsonValue fluids() const {
        JsonArray result;
        for (const Draft& draft : fluids_) {
            std::string name = draft.id.substr(0, 64);
            std::ranges::replace_if(
                name, [](unsigned char c) { return !std::isalnum(c) && c != '_' && c != '-'; }, '_');
            JsonValue fluid = JsonObject{{"name", {}, name.empty() ? "fluid" : name}};
            fluid.add("density", draft.density);
            if (draft.viscosity != 0.0) fluid.add("viscosity", draft.viscosity);
            if (!draft.shapes.empty()) fluid.add("shapes", draft.shapes);
            if (!draft.emitters.empty()) fluid.add("emitters", draft.emitters);
            if (!draft.particles.empty()) fluid.add("particles", JsonObject{{"file", {}, draft.particles}});
            result.push_back(std::move(fluid));
        }
        return result;
    }

    JsonValue camera() {
        JsonValue render = JsonObject{};
        if (!configuration_.has("cameraPosition")) return render;
        JsonValue camera = JsonObject{{"position", {}, list(configuration_.vector("cameraPosition", Vec3d::Zero()))}};
        camera.add("look_at", list(configuration_.vector("cameraLookat", Vec3d::Zero())));
        render.add("camera", std::move(camera));
        return render;
    }

    std::string with_notes(const JsonValue& scene) const {
        const std::size_t folders = file_.string().size() - file_.filename().string().size();
        std::string text = fmt::format("// {}, converted.\n", one_line(file_.filename().string()));
        for (const std::string& note : notes_) text += "// " + one_line(note.substr(folders)) + "\n";
        return text + json_text(scene);
    }

    const JsonValue& root_;
    fs::path file_;
    fs::path folder_;
    std::vector<std::string> notes_;
    JsonValue none_ = JsonObject{};
    Block whole_;
    Block configuration_;
    double spacing_;
    std::vector<Draft> fluids_;
    JsonArray obstacles_;
    JsonValue domain_;
    Vec3d lowest_ = Vec3d::Constant(std::numeric_limits<double>::infinity());
    Vec3d highest_ = -lowest_;
};

}  // namespace

ImportedScene import_splishsplash(std::string_view text, const fs::path& file, const fs::path& folder) {
    const JsonValue root = parse_json(text, file.string());
    ImportedScene result = Import(root, file, folder).run();
    try {
        read_scene(result.text, "the converted scene", {}, folder);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: it gives a scene that is not allowed: {}", file.string(), error.what()));
    }
    return result;
}

}  // namespace lamella
