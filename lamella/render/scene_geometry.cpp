#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/render/farthest_drawn.hpp>
#include <lamella/render/scene_geometry.hpp>
#include <lamella/render/straight_light.hpp>

#include <embree3/rtcore.h>
#include <fmt/format.h>

#include <array>
#include <optional>

namespace lamella {
namespace {

// The boundaries of clear bodies that a ray passed straight: Embree may report some behind the hit it settles on, and
// in any order, so they are kept until the end of the ray is known.
struct RayContext {
    RTCIntersectContext embree;  // first: Embree passes a pointer to it to the filter
    std::array<Crossing, 64> crossings;
    int count = 0;
    bool straight;

    explicit RayContext(bool straight_) : straight(straight_) {
        rtcInitIntersectContext(&embree);
        if (straight) embree.filter = pass_straight;
    }
    static void pass_straight(const RTCFilterFunctionNArguments* args);
};

Crossing crossing_of(const RTCFilterFunctionNArguments& args) {
    const auto* ray = reinterpret_cast<const RTCRay*>(args.ray);
    const auto* hit = reinterpret_cast<const RTCHit*>(args.hit);
    const auto* liquid = static_cast<const Medium*>(args.geometryUserPtr);
    const Real along = hit->Ng_x * ray->dir_x + hit->Ng_y * ray->dir_y + hit->Ng_z * ray->dir_z;
    const Real norm = std::sqrt(hit->Ng_x * hit->Ng_x + hit->Ng_y * hit->Ng_y + hit->Ng_z * hit->Ng_z);
    return {ray->tfar, std::min(std::abs(along) / std::max(norm, 1e-30f), 1.0f), along > 0.0f, liquid};
}

// Embree calls this for each shape that a straight ray meets, liquid or not; all rays here are single rays (N is 1).
void RayContext::pass_straight(const RTCFilterFunctionNArguments* args) {
    if (!args->geometryUserPtr) return;
    auto* context = reinterpret_cast<RayContext*>(args->context);
    args->valid[0] = 0;
    if (context->count == static_cast<int>(context->crossings.size())) return;
    context->crossings[context->count++] = crossing_of(*args);
}

Vec3 transmittance(RayContext& context, Real end) {
    return straight_transmittance(std::span(context.crossings).first(static_cast<std::size_t>(context.count)), end);
}

RTCRay embree_ray(const Ray& ray) {
    RTCRay r{};
    r.org_x = ray.origin.x(), r.org_y = ray.origin.y(), r.org_z = ray.origin.z();
    r.dir_x = ray.direction.x(), r.dir_y = ray.direction.y(), r.dir_z = ray.direction.z();
    r.tfar = ray.length;
    r.time = ray.time;
    r.mask = ~0u;
    return r;
}

RayHit first_hit(RTCScene scene, const Ray& ray, RayContext& context, RayTally& tally) {
    RTCRayHit query{embree_ray(ray), {}};
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    {
        const TimedRay timed(tally, context.straight ? RayKind::straight : RayKind::bent);
        rtcIntersect1(scene, &context.embree, &query);
    }
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
    const RTCHit& hit = query.hit;
    return {query.ray.tfar, static_cast<Index>(hit.geomID),    static_cast<Index>(hit.primID), hit.u,
            hit.v,          Vec3(hit.Ng_x, hit.Ng_y, hit.Ng_z)};
}

template <class T>
void set_buffer(RTCGeometry geometry, RTCBufferType type, unsigned slot, RTCFormat format, std::span<const T> values) {
    void* buffer = rtcSetNewGeometryBuffer(geometry, type, slot, format, sizeof(T), values.size());
    if (!buffer) throw RunError("Embree has no memory for the picture's geometry");
    std::uninitialized_copy(values.begin(), values.end(), static_cast<T*>(buffer));
}

void require_drawable(Real number) {
    if (std::abs(number) <= kFarthestDrawn) return;
    throw InputError(
        fmt::format("a point or a radius of {:.3g} m cannot be drawn; at most {:.0e} m can", number, kFarthestDrawn));
}
void require_drawable(std::span<const Vec3> points) {
    for (const Vec3& p : points)
        for (const Real x : p) require_drawable(x);
}
void require_drawable(std::span<const Vec4> balls) {
    for (const Vec4& ball : balls)
        for (const Real x : ball) require_drawable(x);
}

}  // namespace

struct SceneGeometry::Embree {
    RTCDevice device = rtcNewDevice(nullptr);
    RTCScene scene = device ? rtcNewScene(device) : nullptr;

    Embree() {
        if (!scene) throw RunError("Embree could not be started");
    }
    ~Embree() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    Index attach(RTCGeometry geometry) {
        rtcCommitGeometry(geometry);
        const unsigned id = rtcAttachGeometry(scene, geometry);
        rtcReleaseGeometry(geometry);
        return static_cast<Index>(id);
    }
};

SceneGeometry::SceneGeometry() : embree_(std::make_unique<Embree>()) {}
SceneGeometry::~SceneGeometry() = default;

Index SceneGeometry::add_triangles(std::span<const Vec3> opening, std::span<const Vec3> closing,
                                   std::span<const Vec3i> triangles, const Medium* liquid) {
    for (const auto& positions : {opening, closing}) require_drawable(positions);
    RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const bool moves = opening.data() != closing.data();
    rtcSetGeometryTimeStepCount(geometry, moves ? 2 : 1);
    set_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, opening);
    if (moves) set_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, 1, RTC_FORMAT_FLOAT3, closing);
    set_buffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, triangles);
    if (liquid) rtcSetGeometryUserData(geometry, const_cast<Medium*>(liquid));
    for (const auto& positions : {opening, closing})
        for (const Vec3& p : positions) bounds_.extend(p);
    return embree_->attach(geometry);
}

void SceneGeometry::extend_bounds(std::span<const Vec4> centres_and_radii) {
    for (const Vec4& ball : centres_and_radii) {
        bounds_.extend(Vec3(ball.head<3>().array() - ball.w()));
        bounds_.extend(Vec3(ball.head<3>().array() + ball.w()));
    }
}

Index SceneGeometry::add_balls(std::span<const Vec4> centres_and_radii) {
    require_drawable(centres_and_radii);
    RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    set_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, centres_and_radii);
    extend_bounds(centres_and_radii);
    return embree_->attach(geometry);
}

Index SceneGeometry::add_discs(std::span<const Vec4> centres_and_radii, std::span<const Vec3> normals) {
    require_drawable(centres_and_radii);
    require_drawable(normals);
    RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_ORIENTED_DISC_POINT);
    set_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, centres_and_radii);
    set_buffer(geometry, RTC_BUFFER_TYPE_NORMAL, 0, RTC_FORMAT_FLOAT3, normals);
    extend_bounds(centres_and_radii);
    return embree_->attach(geometry);
}

namespace {

DrawnEllipse& ellipse_of(void* data, unsigned number) {
    return (*static_cast<std::vector<DrawnEllipse>*>(data))[number];
}

void bound_ellipse(const RTCBoundsFunctionArguments* args) {
    const DrawnEllipse& e = ellipse_of(args->geometryUserPtr, args->primID);
    const Vec3 reach = (e.first.array().square() + e.second.array().square()).sqrt();
    RTCBounds& box = *args->bounds_o;
    box.lower_x = e.centre.x() - reach.x(), box.upper_x = e.centre.x() + reach.x();
    box.lower_y = e.centre.y() - reach.y(), box.upper_y = e.centre.y() + reach.y();
    box.lower_z = e.centre.z() - reach.z(), box.upper_z = e.centre.z() + reach.z();
}

struct EllipseHit {
    Real distance, x, y;
    Vec3 normal;
};

std::optional<EllipseHit> meet(const DrawnEllipse& e, const RTCRay& ray) {
    constexpr Real kBeside = 0.5f;
    const Vec3 origin(ray.org_x, ray.org_y, ray.org_z), direction(ray.dir_x, ray.dir_y, ray.dir_z);
    const Vec3 n = cross(e.first, e.second), to = e.centre - origin;
    const Real along = n.dot(direction), height = n.dot(to), squared = n.squaredNorm();
    const Real distance = height / along;
    if (!(distance > ray.tnear && distance < ray.tfar)) return {};
    const Real radius = std::sqrt(std::max(e.first.squaredNorm(), e.second.squaredNorm()));
    if (distance * direction.norm() < radius && height * height < kBeside * kBeside * radius * radius * squared)
        return {};
    const Vec3 p = distance * direction - to;
    const Real x = p.dot(cross(e.second, n)) / squared, y = p.dot(cross(n, e.first)) / squared;
    if (!(x * x + y * y <= 1.0f)) return {};
    for (const Vec3& cut : e.cuts)
        if (x * cut[0] + y * cut[1] > cut[2]) return {};
    return EllipseHit{distance, x, y, n};
}

void intersect_ellipse(const RTCIntersectFunctionNArguments* args) {
    if (!args->valid[0]) return;
    auto* query = reinterpret_cast<RTCRayHit*>(args->rayhit);
    const auto met = meet(ellipse_of(args->geometryUserPtr, args->primID), query->ray);
    if (!met) return;
    query->ray.tfar = met->distance;
    query->hit = {met->normal.x(), met->normal.y(), met->normal.z(), met->x,
                  met->y,          args->primID,    args->geomID,    {args->context->instID[0]}};
}

void occlude_by_ellipse(const RTCOccludedFunctionNArguments* args) {
    auto* ray = reinterpret_cast<RTCRay*>(args->ray);
    if (args->valid[0] && meet(ellipse_of(args->geometryUserPtr, args->primID), *ray))
        ray->tfar = -std::numeric_limits<float>::infinity();
}

}  // namespace

Index SceneGeometry::add_ellipses(std::vector<DrawnEllipse> ellipses) {
    for (const DrawnEllipse& e : ellipses)
        for (const Vec3& v : {e.centre, e.first, e.second})
            for (const Real x : v) require_drawable(x);
    auto& kept = ellipses_.emplace_back(std::move(ellipses));
    RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(kept.size()));
    rtcSetGeometryUserData(geometry, &kept);
    rtcSetGeometryBoundsFunction(geometry, bound_ellipse, nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect_ellipse);
    rtcSetGeometryOccludedFunction(geometry, occlude_by_ellipse);
    for (const DrawnEllipse& e : kept) {
        const Vec3 reach = (e.first.array().square() + e.second.array().square()).sqrt();
        bounds_.extend(Vec3(e.centre - reach));
        bounds_.extend(Vec3(e.centre + reach));
    }
    return embree_->attach(geometry);
}

namespace {

// Which ends of each piece go on in another one, where no round cap is needed.
std::vector<unsigned char> joined_ends(std::span<const Index> pieces) {
    std::vector<unsigned char> flags(pieces.size());
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const bool left = k > 0 && pieces[k - 1] + 1 == pieces[k];
        const bool right = k + 1 < pieces.size() && pieces[k] + 1 == pieces[k + 1];
        flags[k] = static_cast<unsigned char>((left ? RTC_CURVE_FLAG_NEIGHBOR_LEFT : 0) |
                                              (right ? RTC_CURVE_FLAG_NEIGHBOR_RIGHT : 0));
    }
    return flags;
}

}  // namespace

Index SceneGeometry::add_tubes(std::span<const Vec4> points_and_radii, std::span<const Index> pieces) {
    require_drawable(points_and_radii);
    RTCGeometry geometry = rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
    const std::vector<unsigned char> flags = joined_ends(pieces);
    set_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, points_and_radii);
    set_buffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, pieces);
    set_buffer(geometry, RTC_BUFFER_TYPE_FLAGS, 0, RTC_FORMAT_UCHAR, std::span<const unsigned char>(flags));
    extend_bounds(points_and_radii);
    return embree_->attach(geometry);
}

// One thread builds, so that the hierarchy, and which of two shapes at the same distance is met, does not
// depend on the number of threads. (The device's own setting "threads=1" would bind all loops of the program.)
void SceneGeometry::finish() {
    if (!bounds_.empty()) bounds_ = bounds_.padded(1e-4f * bounds_.diagonal());  // rounding loses no ray
    rtcSetSceneFlags(embree_->scene, RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION);
    rtcSetSceneBuildQuality(embree_->scene, RTC_BUILD_QUALITY_MEDIUM);
    run_alone([&] { rtcCommitScene(embree_->scene); });
    const RTCError error = rtcGetDeviceError(embree_->device);
    if (error != RTC_ERROR_NONE)
        throw RunError(fmt::format("Embree could not take the geometry (error {})", static_cast<int>(error)));
}

// Half of the rays of a usual picture pass beside everything, which is found faster here than by a call of Embree. A
// zero in the direction gives a distance that is no number; it decides nothing, since comparisons with it are false.
bool SceneGeometry::misses_all(const Ray& ray) const {
    Real enters = 0.0f;
    Real leaves = ray.length;
    for (int a = 0; a < 3; ++a) {
        const Real inverse = 1.0f / ray.direction[a];
        const Real first = (bounds_.min[a] - ray.origin[a]) * inverse;
        const Real second = (bounds_.max[a] - ray.origin[a]) * inverse;
        enters = std::max(enters, std::min(first, second));
        leaves = std::min(leaves, std::max(first, second));
    }
    return enters > leaves;
}

RayHit SceneGeometry::nearest(const Ray& ray, RayTally& tally) const {
    tally.count(RayKind::bent);
    if (misses_all(ray)) return {};
    RayContext context(false);
    return first_hit(embree_->scene, ray, context, tally);
}

RayHit SceneGeometry::nearest_through_liquid(const Ray& ray, Vec3& tint, RayTally& tally) const {
    tally.count(RayKind::straight);
    if (misses_all(ray)) return {};
    RayContext context(true);
    RayHit hit = first_hit(embree_->scene, ray, context, tally);
    tint = tint.cwiseProduct(transmittance(context, std::min(hit.distance, ray.length)));
    return hit;
}

Vec3 SceneGeometry::visibility(const Ray& ray, RayTally& tally) const {
    tally.count(RayKind::shadow);
    if (misses_all(ray)) return Vec3::Ones();
    RayContext context(true);
    RTCRay query = embree_ray(ray);
    {
        const TimedRay timed(tally, RayKind::shadow);
        rtcOccluded1(embree_->scene, &context.embree, &query);
    }
    if (query.tfar < 0.0f) return Vec3::Zero();
    return transmittance(context, ray.length);
}

}  // namespace lamella
