#include "particle_shapes.hpp"

#include <lamella/core/error.hpp>
#include <lamella/core/parallel.hpp>
#include <lamella/core/random.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/surface/sheet_repair_ando2011.hpp>
#include <lamella/surface/surface_method.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Index kAcross = 24;

// A jittered sheet of n layers at the spacing 1, stretched along x and z; it expands if `speed` is not 0.
ParticleSet stretched_sheet(Index layers, Real stretch, Real speed) {
    ParticleSet set;
    set.resize(kAcross * kAcross * layers);
    auto& x = set.add<Vec3Column>("P");
    auto& v = set.add<Vec3Column>("v");
    auto& id = set.add<IndexColumn>("id");
    for (Index i = 0; i < set.size(); ++i) {
        const Vec3 at = Vec3i(i % kAcross, i / (kAcross * kAcross), i / kAcross % kAcross).cast<Real>() +
                        0.2f * random_in_cube(7, 0, static_cast<std::uint64_t>(i));
        x.set(i, Vec3(stretch * at.x(), at.y() / stretch, stretch * at.z()));
        v.set(i, speed * Vec3(at.x(), 0.0f, at.z()));
        id[i] = i;
    }
    return set;
}

// The largest distance of places in the middle of the sheet to the nearest particle.
Real largest_gap(const ParticleSet& set, Real stretch) {
    const Real width = stretch * (kAcross - 6);
    Real largest = 0.0f;
    for (std::uint64_t k = 0; k < 4000; ++k) {
        const Vec3 r = 0.5f * (random_in_cube(8, 0, k) + Vec3::Ones());
        const Vec3 p(3.0f * stretch + width * r.x(), 0.0f, 3.0f * stretch + width * r.z());
        Real nearest = 100.0f;
        for (Index i = 0; i < set.size(); ++i) {
            const Vec3 d = set.positions()[i] - p;
            nearest = std::min(nearest, std::hypot(d.x(), d.z()));
        }
        largest = std::max(largest, nearest);
    }
    return largest;
}

TEST(SheetRepair, FillsAStretchedSheetWithAndWithoutVelocities) {
    for (const bool moving : {true, false}) {
        ParticleSet sheet = stretched_sheet(1, 1.9f, 1.0f);
        if (!moving) sheet.remove("v");
        const ParticleSet repaired = repair_sheets(sheet, 1.0f, {});
        EXPECT_GT(largest_gap(sheet, 1.9f), 1.5f);
        EXPECT_LT(largest_gap(repaired, 1.9f), 1.3f) << moving;
        EXPECT_EQ(repaired.has("v"), moving);
        const Box3 extent = bounds(repaired.positions());
        EXPECT_LT(extent.size().y(), bounds(sheet.positions()).size().y() + 1e-4f);
    }
}

TEST(SheetRepair, LeavesAloneWhatIsNoTornSheet) {
    const auto inserted = [](const ParticleSet& set) { return repair_sheets(set, 1.0f, {}).size() - set.size(); };
    EXPECT_EQ(inserted(stretched_sheet(1, 1.8f, -1.0f)), 0);  // it contracts
    EXPECT_EQ(inserted(stretched_sheet(6, 1.0f, 0.0f)), 0);   // a slab
    ParticleSet two = stretched_sheet(1, 1.0f, 0.0f), other = two;
    for (Index i = 0; i < other.size(); ++i) other.positions().set(i, other.positions()[i] + Vec3(0, 3.2f, 0));
    two.append(other);
    two.remove("v");
    EXPECT_EQ(inserted(two), 0);  // two sheets, one above the other
    EXPECT_EQ(inserted(ParticleSet(stretched_sheet(0, 1.0f, 0.0f))), 0);
}

TEST(SheetRepair, DoesNotDependOnTheOrderOrOnThreads) {
    const auto sorted = [](const ParticleSet& set) {
        std::vector<std::array<Real, 3>> places;
        for (Index i = 0; i < set.size(); ++i) {
            const Vec3 p = set.positions()[i];
            places.push_back({p.x(), p.y(), p.z()});
        }
        std::ranges::sort(places);
        return places;
    };
    ParticleSet sheet = stretched_sheet(2, 1.7f, 1.0f);
    const auto expected = sorted(repair_sheets(sheet, 1.0f, {}));
    ASSERT_GT(expected.size(), static_cast<std::size_t>(sheet.size()));
    std::vector<Index> backwards;
    for (Index i = sheet.size(); i-- > 0;) backwards.push_back(i);
    sheet.reorder(backwards);
    const ThreadLimit limit(1);
    EXPECT_EQ(sorted(repair_sheets(sheet, 1.0f, {})), expected);
}

// A sheet of which a third of the particles is missing. The mesh of a sheet with n holes has the Euler characteristic
// 2 - 2 n.
TEST(SheetRepair, MakesTheMeshWholeAndCarriesAttributes) {
    const ParticleSet sheet = [] {
        ParticleSet set = stretched_sheet(1, 1.3f, 1.0f);
        std::vector<Index> kept;
        for (Index i = 0; i < set.size(); ++i)
            if (random_unit(9, 0, static_cast<std::uint64_t>(i)) > 0.33f) kept.push_back(i);
        set.reorder(kept);
        auto& along = set.add<ScalarColumn>("filling");  // the name of a column of sheets
        for (Index i = 0; i < set.size(); ++i) along[i] = set.positions()[i].x();
        return set;
    }();
    const auto euler = [](const Surface& surface) {
        return surface.mesh.vertex_count() - surface.mesh.triangle_count() / 2;
    };
    TrueVolumeParameters parameters;
    parameters.mesh.attributes = {"filling"};
    const Index torn = euler(reconstruct(parameters, sheet, 1.0f));
    EXPECT_LT(torn, -30);
    parameters.mesh.repair_sheets = true;
    const Surface whole = reconstruct(parameters, sheet, 1.0f);
    EXPECT_GT(euler(whole), torn / 4);  // notches of the rim become holes
    EXPECT_GT(whole.report.inserted, sheet.size() / 5);
    EXPECT_EQ(whole.report.particles, sheet.size());
    const auto& carried = whole.mesh.attributes.get<ScalarColumn>("filling");
    for (Index i = 0; i < carried.size(); ++i)
        ASSERT_NEAR(carried[i], whole.mesh.positions[static_cast<std::size_t>(i)].x(), 2.0f);
}

// With whole particles instead of shares the volume is 2.5 times as large.
TEST(SheetRepair, KeepsTheMassAndWithFineCellsTheVolume) {
    const ParticleSet sheet = stretched_sheet(1, 1.6f, 1.0f);
    const ParticleSet repaired = repair_sheets(sheet, 1.0f, {});
    EXPECT_GT(repaired.size(), 2 * sheet.size());
    EXPECT_EQ(total_units(repaired), static_cast<std::int64_t>(sheet.size()) * kWholeMass);
    TrueVolumeParameters parameters;
    parameters.mesh.cell = 0.25f;
    parameters.mesh.repair_sheets = true;
    const Surface fine = reconstruct(parameters, sheet, 1.0f);
    EXPECT_NEAR(fine.report.mesh_volume / fine.report.particle_volume, 1.0, 0.05);
    parameters.mesh.cell = 0.5f;
    const Surface coarse = reconstruct(parameters, sheet, 1.0f);  // as thick as its cells need
    EXPECT_NEAR(coarse.report.mesh_volume / coarse.report.particle_volume, 1.9, 0.15);
}

TEST(SheetRepair, MassesOfWholeParticlesChangeNothing) {
    ParticleSet sheet = stretched_sheet(2, 1.2f, 0.0f);
    const double plain = reconstruct(TrueVolumeParameters{}, sheet, 1.0f).report.mesh_volume;
    std::ranges::fill(sheet.add<IndexColumn>(kMassColumn).span(), kWholeMass);
    EXPECT_EQ(reconstruct(TrueVolumeParameters{}, sheet, 1.0f).report.mesh_volume, plain);
    sheet.get<IndexColumn>(kMassColumn)[7] = 0;
    EXPECT_THROW(reconstruct(TrueVolumeParameters{}, sheet, 1.0f), InputError);
}

}  // namespace
}  // namespace lamella
