// Fur: how it grows, the room it takes, how it drags on water, and how it follows its skin.
#include "characters.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/geometry/mesh_measure.hpp>
#include <lamella/geometry/shapes/shapes.hpp>
#include <lamella/skinned/carried_water.hpp>
#include <lamella/skinned/condensing.hpp>
#include <lamella/skinned/fur/fur_growth.hpp>
#include <lamella/skinned/fur/fur_strands.hpp>
#include <lamella/skinned/fur/happel1959.hpp>
#include <lamella/skinned/skin_paint.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

namespace lamella {
namespace {

constexpr double kWater = 1e-6;  // m^2/s

TriangleMesh ball_mesh(Real radius = 0.25f) { return triangulate(SphereShape{Vec3::Zero(), radius}, 0.1f * radius); }

SkinnedTets around(const TriangleMesh& skin, double cell, double thickness) {
    return make_skinned_tets(MeshDistance(skin), {cell, 1, thickness}, "ball");
}

FurGrowth straight() {
    FurGrowth growth;
    growth.density = 10000.0f;
    growth.length = 0.05f;
    growth.hairs = 500.0f;
    growth.tip = 1.0f;
    growth.scatter = 0.0f;
    return growth;
}

double length_of(const Strands& strands, Index s) {
    double length = 0.0;
    for (Index i = strands.begin_of(s); i + 1 < strands.end_of(s); ++i)
        length += static_cast<double>((strands.positions()[i + 1] - strands.positions()[i]).norm());
    return length;
}

std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing";
}

TEST(Happel, KnowsWhatSlowsWater) {
    const Permeability K = permeability_of_fibres(1.6e-9, 0.05);  // hairs of 40 micrometres
    EXPECT_NEAR(kWater / K.along, 78.4, 0.1);
    EXPECT_NEAR(kWater / K.across, 125.0, 0.2);
    const Permeability few = permeability_of_fibres(1.0, 1e-12);
    EXPECT_NEAR(few.along / few.across, 2.0, 0.05);
    EXPECT_GT(permeability_of_fibres(1.0, 0.8).along, 0.0);
    EXPECT_GT(permeability_of_fibres(1.0, 0.8).across, 0.0);
}

TEST(FurGrowth, GrowsAsManyAsLongAndAsThickAsAsked) {
    const TriangleMesh skin = ball_mesh();
    FurGrowth growth = straight();
    growth.tip = 0.5f;
    const RootedStrands fur = grow_fur(skin, growth, nullptr, 7);
    EXPECT_NEAR(fur.strands.count() / (10000.0 * surface_area(skin)), 1.0, 0.04);
    const auto& radius = fur.strands.points.get<ScalarColumn>("pscale");
    for (Index s = 0; s < fur.strands.count(); ++s) {
        const Vec3 root = fur.strands.positions()[fur.strands.begin_of(s)];
        const Vec3 tip = fur.strands.positions()[fur.strands.end_of(s) - 1];
        ASSERT_NEAR(root.norm(), 0.25f, 0.001f);
        ASSERT_NEAR(length_of(fur.strands, s), 0.05, 1e-6);
        ASSERT_GT((tip - root).normalized().dot(root.normalized()), 0.99f);  // along the normal
        ASSERT_FLOAT_EQ(radius[fur.strands.begin_of(s)], 4e-5f * std::sqrt(500.0f));
        ASSERT_FLOAT_EQ(radius[fur.strands.end_of(s) - 1], 2e-5f * std::sqrt(500.0f));
    }
}

TEST(FurGrowth, CurlsLeansAndIsGroomed) {
    const TriangleMesh skin = ball_mesh();
    FurGrowth growth = straight();
    growth.curl = 0.1f;
    growth.comb = Vec3(0, -1, 0);
    const SkinNumber upper = [](const ClosestPoint& at) { return at.point.y() > 0.0f ? 0.5f : 0.0f; };
    const RootedStrands fur = grow_fur(skin, growth, upper, 7);
    EXPECT_NEAR(fur.strands.count() / (5000.0 * surface_area(skin)), 1.0, 0.04);
    double reach = 0.0, lean = 0.0;
    for (Index s = 0; s < fur.strands.count(); ++s) {
        const Vec3 root = fur.strands.positions()[fur.strands.begin_of(s)];
        const Vec3 tip = fur.strands.positions()[fur.strands.end_of(s) - 1];
        ASSERT_GT(root.y(), 0.0f);
        ASSERT_NEAR(length_of(fur.strands, s), 0.025, 1e-6);
        reach += static_cast<double>((tip - root).norm()) / fur.strands.count();
        if (std::abs(root.y()) < 0.05f) lean += static_cast<double>((tip - root).y());
    }
    EXPECT_LT(reach, 0.02);  // curls shorten it
    EXPECT_LT(lean, 0.0);
    FurGrowth thick = straight();
    thick.density = 1e8f;
    EXPECT_NE(message_of([&] { grow_fur(skin, thick, nullptr, 0); }).find("would fit"), std::string::npos);
}

TEST(FurCells, TakeAsMuchRoomAsTheStrandsHaveVolume) {
    const TriangleMesh skin = ball_mesh();
    SkinnedTets mesh = around(skin, 0.03, 0.1);
    const auto fur = grow_fur(skin, straight(), nullptr, 3);
    const FurCells cells(mesh, fur, kWater, 0.02, "ball");
    const double hair = fur.strands.count() * std::numbers::pi * 500.0 * 1.6e-9 * 0.05;
    EXPECT_NEAR(cells.hair_volume(), hair, 0.02 * hair);
    double taken = 0.0;
    for (Index c = 0; c < mesh.tet_count(); ++c) {
        ASSERT_EQ(cells.has(c), cells.pores()[c] < 1.0f);
        taken += (1.0 - static_cast<double>(cells.pores()[c])) * mesh.rest_volume() * mesh.open_count(c) / 8.0;
    }
    EXPECT_NEAR(taken, cells.hair_volume(), 1e-5 * hair);
}

// A cell that was filled to the brim before the fur took its share holds its pores afterwards, to the unit.
TEST(FurCells, HoldTheirPoresToTheUnit) {
    const TriangleMesh skin = ball_mesh();
    SkinnedTets tets = around(skin, 0.03, 0.1);
    const auto fur =
        std::make_shared<const FurCells>(tets, grow_fur(skin, straight(), nullptr, 3), kWater, 0.02, "ball");
    tets.pores = fur->pores();
    const auto mesh = std::make_shared<const SkinnedTets>(std::move(tets));
    WaterCells water(mesh->tet_count());
    std::vector<Index> wet;
    std::int64_t volume = 0;
    for (Index c = 0; c < mesh->tet_count(); ++c) {
        if (!fur->has(c)) continue;
        water.amounts[c] = WaterAmount::of(kFullCell / 8 * mesh->open_count(c), Vec3::Zero());
        volume += water.amounts[c].volume;
        wet.push_back(c);
    }
    water.renew_wet(wet);
    const std::vector<Vec3> rest = mesh->rest_positions();
    const MeshStep still{*mesh, rest, rest, 1.0};
    std::int64_t out = 0, soaked = 0, pores = 0;
    for (const LeavingWater& drop : push_out(still, water).leaving) out += drop.amount.volume;
    for (Index c = 0; c < mesh->tet_count(); ++c) {
        ASSERT_LE(water.amounts[c].volume, capacity_of(still, c));
        if (!fur->has(c)) continue;
        soaked += water.amounts[c].volume;
        pores += capacity_of(still, c);
    }
    EXPECT_EQ(soaked, pores);
    EXPECT_EQ(water.total().volume + out, volume);
    EXPECT_LT(static_cast<double>(pores), 0.99 * static_cast<double>(volume));
}

// Upright strands on a lattice in a box without a skin.
RootedStrands upright(const Box3& box, Real spacing, Real radius, const Vec3& along = Vec3::UnitY()) {
    RootedStrands fur;
    std::vector<Vec3> points;
    const Vec3 side = along.y() > 0.5f ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY());
    const Vec3 size = box.size();
    const Real length = size.dot(along) - 2e-3f;
    for (Real a = 0.5f * spacing; a < size.dot(side); a += spacing)
        for (Real b = 0.5f * spacing; b < size.z(); b += spacing) {
            const Vec3 root = box.min + a * side + b * Vec3::UnitZ() + 1e-3f * along;
            points.push_back(root);
            points.push_back(root + length * along);
            fur.strands.first.push_back(static_cast<Index>(points.size()));
            fur.roots.push_back({});
        }
    fur.strands.points.resize(static_cast<Index>(points.size()));
    auto& x = fur.strands.points.add<Vec3Column>("P");
    auto& thick = fur.strands.points.add<ScalarColumn>("pscale");
    for (Index i = 0; i < fur.strands.points.size(); ++i) {
        x.set(i, points[i]);
        thick[i] = radius;
    }
    return fur;
}

TEST(FurCells, SlowWaterMoreAcrossThanAlongAndTurnWithTheMesh) {
    const Box3 box{Vec3::Zero(), Vec3::Constant(0.4f)};
    const SkinnedTets mesh = make_open_tets(box, 0.1, 0);
    const RootedStrands fur = upright({Vec3::Constant(0.05f), Vec3::Constant(0.35f)}, 0.01f, 1e-3f);
    const FurCells cells(mesh, fur, kWater, 0.1, "box");
    const std::vector<Vec3> rest = mesh.rest_positions();
    std::vector<Vec3> turned = rest;
    for (Vec3& p : turned) p = Vec3(-p.y(), p.x(), p.z());
    Index looked_at = 0;
    for (Index c = 0; c < mesh.tet_count(); ++c) {
        if (!cells.has(c)) continue;
        ++looked_at;
        const double share = 1.0 - static_cast<double>(cells.pores()[c]);
        const Permeability K = permeability_of_fibres(1e-6, share);
        const double dt = 0.5, along = 1.0 / (1.0 + dt * kWater * (1.0 - share) / K.along),
                     across = 1.0 / (1.0 + dt * kWater * (1.0 - share) / K.across);
        const Mat3 B = cells.slowed({mesh, rest, rest, dt}, c), T = cells.slowed({mesh, turned, turned, dt}, c);
        ASSERT_NEAR(B(1, 1), along, 1e-4);
        ASSERT_NEAR(B(0, 0), across, 1e-4);
        ASSERT_NEAR(T(0, 0), along, 1e-4);
        ASSERT_NEAR(T(1, 1), across, 1e-4);
        ASSERT_LT(across, along);
        ASSERT_LT(cells.slowed({mesh, rest, rest, 1e9}, c).norm(), 1e-4f);  // stable, however long
    }
    EXPECT_GT(looked_at, 100);
}

// Water in fur sinks as Darcy's law has it, g / k, whatever the step.
TEST(FurCells, WaterSeepsAsDarcyHasIt) {
    const Box3 box{Vec3::Zero(), Vec3(0.8f, 1.2f, 0.8f)};
    for (const bool upright_hair : {true, false}) {
        SkinnedTets tets = make_open_tets(box, 0.1, 0);
        const Vec3 along = upright_hair ? Vec3::UnitY() : Vec3::UnitX();
        RootedStrands strands = upright(box.padded(-0.06f), 0.01f, 1e-3f, along);
        strands.hairs = 400.0f;
        const auto fur = std::make_shared<const FurCells>(tets, strands, kWater, 0.1, "box");
        tets.pores = fur->pores();
        const auto mesh = std::make_shared<const SkinnedTets>(std::move(tets));
        const double share = std::numbers::pi * 1e-6 / 1e-4;
        const Permeability K = permeability_of_fibres(1e-6 / 400.0, share);
        const double k = kWater * (1.0 - share) / (upright_hair ? K.along : K.across);
        CarriedWaterOptions options;
        options.fur = fur;
        options.condense = 0.0;
        options.forces.gravity = Vec3(0, static_cast<Real>(-0.2 * k), 0);  // to sink by 0.2 m/s
        CarriedWater water(mesh, options, mesh->lattice.positions);
        water.fill([](const Vec3& x) { return (x - Vec3(0.4f, 0.7f, 0.4f)).norm() < 0.25f; },
                   [](const Vec3&) { return Vec3(Vec3::Zero()); });
        const WaterAmount start = water.total();
        for (int step = 0; step < 12; ++step) water.step(mesh->lattice.positions, 0.05);
        EXPECT_EQ(water.total().volume, start.volume);
        EXPECT_NEAR(water.total().velocity().y(), -0.2, 0.01) << upright_hair;
    }
}

std::uint64_t soaked_hash(int threads, std::int64_t& change) {
    const ThreadLimit limit(threads);
    const TriangleMesh skin = ball_mesh();
    SkinnedTets tets = around(skin, 0.05, 0.1);
    FurGrowth growth = straight();
    growth.curl = 0.1f;
    growth.scatter = 0.3f;
    const auto fur = std::make_shared<const FurCells>(tets, grow_fur(skin, growth, nullptr, 3), kWater, 0.02, "ball");
    tets.pores = fur->pores();
    const auto mesh = std::make_shared<const SkinnedTets>(std::move(tets));
    CarriedWaterOptions options;
    options.fur = fur;
    options.forces.adhesion.assign(mesh->node_distances.size(), 10.0f);
    options.forces.adhesion_reach = 0.06f;
    CarriedWater water(mesh, options, mesh->lattice.positions);
    water.fill([](const Vec3& x) { return x.y() > 0.0f && x.norm() < 0.3f; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    std::int64_t volume = water.total().volume;
    change = 0;
    for (int step = 0; step < 24; ++step) {
        if (step < 12) {
            water.add_drop({0.01f * static_cast<Real>(step), 0.5f, 0.02f}, {0, -3, 0}, kFullCell / 2);
            volume += kFullCell / 2;
        }
        std::vector<Vec3> lattice = mesh->lattice.positions;
        const Real angle = 0.01f * static_cast<Real>(step + 1);
        for (Vec3& p : lattice)
            p = Vec3(std::cos(angle) * p.x() - std::sin(angle) * p.y(),
                     std::sin(angle) * p.x() + std::cos(angle) * p.y(), p.z());
        water.step(std::move(lattice), 0.01);
        change += std::abs(water.total().volume - volume);
        for (const Index cell : water.water().wet) EXPECT_FALSE(mesh->solid(cell));
    }
    Hasher hasher;
    hasher.update(std::span<const WaterAmount>(water.water().amounts));
    for (const Drop& drop : water.drops().list) hasher.update(drop.position.data(), sizeof(Vec3));
    return hasher.digest();
}

TEST(FurCells, KeepEveryUnitOutsideTheSkinWithTheSameBitsForAnyThreads) {
    std::set<std::uint64_t> hashes;
    for (const int threads : {1, 2, 3}) {
        std::int64_t change = 0;
        hashes.insert(soaked_hash(threads, change));
        EXPECT_EQ(change, 0);
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(FurCells, RefuseFurWithoutPoresAndBeyondTheLayer) {
    const TriangleMesh skin = ball_mesh();
    const SkinnedTets mesh = around(skin, 0.05, 0.1);
    FurGrowth dense = straight();
    dense.hairs = 50000.0f;
    const std::string full =
        message_of([&] { FurCells(mesh, grow_fur(skin, dense, nullptr, 0), kWater, 0.02, "bear"); });
    EXPECT_NE(full.find("bear: the fur leaves no pores"), std::string::npos) << full;
    EXPECT_NE(full.find("would fit"), std::string::npos);
    FurGrowth tall = straight();
    tall.length = 0.3f;
    const std::string beyond =
        message_of([&] { FurCells(mesh, grow_fur(skin, tall, nullptr, 0), kWater, 0.02, "bear"); });
    EXPECT_NE(beyond.find("a thickness of 18 spacings would hold strands that reach 0.3 m"), std::string::npos)
        << beyond;
}

TEST(RootedStrands, MustBeginOnTheSkin) {
    const TriangleMesh skin = ball_mesh();
    RootedStrands grown = grow_fur(skin, straight(), nullptr, 5);
    EXPECT_EQ(rooted_on(skin, grown.strands, 2.0f, 0.01f, "fur.bgeo").roots.size(), grown.roots.size());
    grown.strands.points.get<Vec3Column>("P").set(grown.strands.begin_of(4), Vec3(0, 0.55f, 0));
    const std::string off = message_of([&] { rooted_on(skin, grown.strands, 1.0f, 0.01f, "fur.bgeo"); });
    EXPECT_NE(off.find("strands do not begin on the skin; the worst, 4, begins 0.3 m off it"), std::string::npos)
        << off;
    Strands dot;
    dot.points.resize(1);
    dot.points.add<Vec3Column>("P");
    dot.first.push_back(1);
    EXPECT_NE(message_of([&] { rooted_on(skin, dot, 1.0f, 9.0f, "fur.csv"); }).find("two at least"), std::string::npos);
    EXPECT_NE(message_of([&] { rooted_on(skin, {}, 1.0f, 9.0f, "fur.csv"); }).find("no curves"), std::string::npos);
}

// On an arm that bends roots stay on the skin and strands as long as they were.
TEST(FurStrands, FollowTheSkin) {
    const auto rig = std::make_shared<const Rig>(test::shipped_rig("arm", "bend"));
    const SkinnedTets mesh = make_skinned_tets(MeshDistance(welded(rig->mesh)), {0.04, 1, 0.08}, "arm");
    FurGrowth growth = straight();
    growth.density = 2000.0f;
    growth.length = 0.04f;
    const auto fur = std::make_shared<const RootedStrands>(grow_fur(rig->mesh, growth, nullptr, 1));
    const FurStrands strands(mesh, fur, rig->mesh);
    const Rig lattice = lattice_rig(*rig, mesh);
    const double bent = rig->begin + 1.0;
    const std::vector<Vec3> nodes = mesh.positions(lattice.positions(bent)), skin = rig->positions(bent);
    const Strands now = strands.at(mesh, nodes, skin);
    ASSERT_EQ(now.count(), fur->strands.count());
    double moved = 0.0;
    for (Index s = 0; s < now.count(); ++s) {
        const StrandRoot& root = fur->roots[s];
        const Vec3i& t = rig->mesh.triangles[root.triangle];
        const Vec3 place = root.weights[0] * skin[t[0]] + root.weights[1] * skin[t[1]] + root.weights[2] * skin[t[2]];
        ASSERT_LT((now.positions()[now.begin_of(s)] - place).norm(), 1e-5f);
        ASSERT_NEAR(length_of(now, s), length_of(fur->strands, s), 1e-5);
        moved = std::max(moved, static_cast<double>((place - fur->strands.positions()[now.begin_of(s)]).norm()));
    }
    EXPECT_GT(moved, 0.3);  // the hand went far
    const Strands still = strands.at(mesh, mesh.rest_positions(), rig->mesh.positions);
    for (Index i = 0; i < still.points.size(); ++i)
        ASSERT_LT((still.positions()[i] - fur->strands.positions()[i]).norm(), 1e-5f);
}

TEST(SkinPaint, NodesHaveTheNumberOfTheClosestPoint) {
    const TriangleMesh skin = ball_mesh();
    const SkinnedTets mesh = around(skin, 0.05, 0.1);
    const std::vector<Real> values = painted_nodes(
        mesh, skin, [](const ClosestPoint& at) { return at.point.x() > 0.0f ? 2.0f : 0.5f; }, 0.06f);
    const std::vector<Vec3> places = mesh.rest_positions();
    for (std::size_t n = 0; n < places.size(); ++n) {
        if (std::abs(mesh.node_distances[n]) > 0.06f) {
            ASSERT_EQ(values[n], 0.0f);
        } else if (std::abs(places[n].x()) > 1e-3f) {
            ASSERT_EQ(values[n], places[n].x() > 0.0f ? 2.0f : 0.5f);
        }
    }
}

// Water stays where adhesion and drag are painted.
TEST(SkinPaint, WaterClingsWhereItIsPainted) {
    const TriangleMesh skin = ball_mesh();
    const auto mesh = std::make_shared<const SkinnedTets>(around(skin, 0.05, 0.1));
    const SkinNumber right = [](const ClosestPoint& at) { return at.point.x() > 0.0f ? 1.0f : 0.0f; };
    CarriedWaterOptions options;
    options.forces.adhesion = painted_nodes(*mesh, skin, right, 0.2f);
    for (Real& alpha : options.forces.adhesion) alpha *= 30.0f;
    options.forces.adhesion_reach = 0.05f;
    options.forces.drag = 12.0f;
    options.forces.drag_reach = 0.05f;
    options.forces.drag_paint = painted_nodes(*mesh, skin, right, 0.2f);
    CarriedWater water(mesh, options, mesh->lattice.positions);
    water.fill([](const Vec3& x) { return x.norm() < 0.28f && x.y() > -0.1f; },
               [](const Vec3&) { return Vec3(Vec3::Zero()); });
    for (int step = 0; step < 50; ++step) water.step(mesh->lattice.positions, 0.02);
    double right_side = 0.0, left_side = 0.0;
    for (const Index cell : water.water().wet) {
        const auto volume = static_cast<double>(water.water().amounts[cell].volume);
        (middle_of(mesh->tets[cell], water.positions()).x() > 0.0f ? right_side : left_side) += volume;
    }
    EXPECT_GT(right_side, 4.0 * left_side);
}

}  // namespace
}  // namespace lamella
