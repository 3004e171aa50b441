#include "test_points.hpp"

#include <lamella/core/parallel.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheets_ando2011.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace lamella {
namespace {

using testing::lattice_block;
using testing::SortedParticles;

// A sheet whose particles are carried by a flow that grows it along x and z and thins it along y.
class Sheet {
public:
    explicit Sheet(const std::vector<Vec3>& points, const SheetParameters& parameters = {})
        : set(points), sheets(parameters, 1.0f), inventory({}, {}, 1.0f, 1, set.particles) {
        SheetsAndo2011::add_columns(set.particles);
        auto& id = set.particles.get<IndexColumn>("id");
        for (Index i = 0; i < set.size(); ++i) id[i] = i;  // by position
    }

    // A step in which lengths along x and z grow by the factor.
    void step(Real factor) {
        auto& x = set.particles.positions();
        auto& v = set.particles.get<Vec3Column>("v");
        const Vec3 growth(factor, 1.0f / (factor * factor), factor);
        for (Index i = 0; i < set.size(); ++i) {
            v.set(i, (growth - Vec3::Ones()).cwiseProduct(x[i]));
            x.set(i, growth.cwiseProduct(x[i]));
        }
        set.sort();
        measure_sheets(set.grid, 1.0f, sheets.window(), {}, set.particles);
        sheets.step(set.grid, set.particles, inventory);
    }
    Index children() const {
        return static_cast<Index>(
            std::ranges::count_if(set.particles.get<IndexColumn>("generation").span(), [](Index g) { return g > 0; }));
    }
    std::map<Index, std::pair<Vec3, Index>> by_id() const {
        std::map<Index, std::pair<Vec3, Index>> all;
        for (Index i = 0; i < set.size(); ++i)
            all[set.particles.get<IndexColumn>("id")[i]] = {set.x()[i], set.particles.get<IndexColumn>(kMassColumn)[i]};
        return all;
    }

    SortedParticles set;
    SheetsAndo2011 sheets;
    LiquidInventory inventory;
};

std::vector<Vec3> centred_sheet(Index width, Index layers, Real jitter) {
    std::vector<Vec3> points = lattice_block({width, layers, width}, jitter);
    const Vec3 centre = 0.5f * Vec3i(width, layers, width).cast<Real>();
    for (Vec3& p : points) p -= centre;
    return points;
}

void expect_masses_consistent(const Sheet& sheet) {
    std::map<Index, std::int64_t> carried;
    std::map<Index, std::int64_t> lent;
    for (const MassPart& part : sheet.sheets.ledger().parts()) {
        carried[part.child] += part.units;
        lent[part.root] += part.units;
    }
    const auto& particles = sheet.set.particles;
    for (Index i = 0; i < particles.size(); ++i) {
        const Index id = particles.get<IndexColumn>("id")[i];
        const Index units = particles.get<IndexColumn>(kMassColumn)[i];
        EXPECT_GE(units, kWholeMass / 20);
        if (particles.get<IndexColumn>("generation")[i] > 0)
            EXPECT_EQ(units, carried[id]);
        else
            EXPECT_EQ(units + lent[id], kWholeMass);
    }
}

TEST(Sheets, KeepTheMassExactlyAndGiveItBack) {
    Sheet sheet(centred_sheet(12, 4, 0.2f));
    const std::int64_t mass = total_units(sheet.set.particles);
    EXPECT_EQ(mass, std::int64_t{576} * kWholeMass);
    Index most = 0;
    for (int k = 0; k < 60; ++k) {
        sheet.step(1.02f);
        most = std::max(most, sheet.children());
        ASSERT_EQ(total_units(sheet.set.particles), mass);
    }
    EXPECT_GT(most, 300);
    expect_masses_consistent(sheet);
    for (int k = 0; k < 70; ++k) {
        sheet.step(k < 60 ? 1.0f / 1.02f : 1.0f);
        ASSERT_EQ(total_units(sheet.set.particles), mass);
    }
    EXPECT_EQ(sheet.children(), 0);
    EXPECT_EQ(sheet.set.size(), 576);
    EXPECT_TRUE(sheet.sheets.ledger().parts().empty());
    for (const Index units : sheet.set.particles.get<IndexColumn>(kMassColumn).span()) EXPECT_EQ(units, kWholeMass);
    const SheetCounts counts = sheet.sheets.take_counts();
    EXPECT_GE(counts.split, most);
    EXPECT_EQ(counts.split, counts.collapsed);
    EXPECT_EQ(counts.promoted, 0);
}

TEST(Sheets, KeepTheMomentumWhenTheySplit) {
    Sheet sheet(centred_sheet(16, 1, 0.2f));
    const auto momentum = [&] {
        Vec3d sum = Vec3d::Zero();
        for (Index i = 0; i < sheet.set.size(); ++i)
            sum += sheet.set.particles.get<IndexColumn>(kMassColumn)[i] *
                   sheet.set.particles.get<Vec3Column>("v")[i].cast<double>();
        return Vec3d(sum / kWholeMass);
    };
    for (int k = 0; k < 25; ++k) {
        sheet.step(1.02f);
        auto& v = sheet.set.particles.get<Vec3Column>("v");
        for (Index i = 0; i < sheet.set.size(); ++i)  // any velocities that part
            v.set(i, sheet.set.x()[i] + random_in_cube(4, 0, static_cast<std::uint64_t>(i)));
        const Vec3d before = momentum();
        sheet.set.sort();
        measure_sheets(sheet.set.grid, 1.0f, sheet.sheets.window(), {}, sheet.set.particles);
        std::ranges::fill(sheet.set.particles.get<ScalarColumn>("filling").span(), 0.1f);  // nobody collapses
        sheet.sheets.step(sheet.set.grid, sheet.set.particles, sheet.inventory);
        EXPECT_LT((momentum() - before).norm(), 1e-4) << k;
    }
    EXPECT_GT(sheet.children(), 200);
}

TEST(Sheets, GrowWithoutHoles) {
    const auto largest_gap = [](const Sheet& sheet) {
        Real largest = 0.0f;
        for (Real x = -10.0f; x <= 10.0f; x += 0.5f)
            for (Real z = -10.0f; z <= 10.0f; z += 0.5f) {
                Real nearest = 1e9f;
                for (Index i = 0; i < sheet.set.size(); ++i)
                    nearest = std::min(nearest, (sheet.set.x()[i] - Vec3(x, 0.0f, z)).norm());
                largest = std::max(largest, nearest);
            }
        return largest;
    };
    Sheet whole(centred_sheet(16, 2, 0.1f));
    Sheet torn(centred_sheet(16, 2, 0.1f), {.least_thickness = 0.5f, .flatness = 0.0f});
    for (int k = 0; k < 60; ++k) {  // to 10.8 times the area
        whole.step(1.02f);
        torn.step(1.02f);
    }
    EXPECT_EQ(torn.set.size(), 512);
    EXPECT_LT(largest_gap(whole), 1.5f);
    EXPECT_GT(largest_gap(torn), 1.7f);
}

TEST(Sheets, ChildrenAreMidwayAndLightParentsDoNotSplit) {
    std::vector<Vec3> points = lattice_block({6, 1, 6});
    for (Vec3& p : points) p *= 1.7f;
    Sheet sheet(points);
    for (Index& units : sheet.set.particles.get<IndexColumn>(kMassColumn).span()) units = kWholeMass / 20;
    sheet.step(1.01f);
    EXPECT_EQ(sheet.children(), 0);
    for (Index& units : sheet.set.particles.get<IndexColumn>(kMassColumn).span()) units = 3 * kWholeMass;
    sheet.step(1.0f);
    EXPECT_EQ(sheet.children(), 0);  // nothing moves apart
    sheet.step(1.001f);
    EXPECT_GT(sheet.children(), 20);
    const auto all = sheet.by_id();
    for (auto child = all.lower_bound(36); child != all.end(); ++child)
        for (const auto& [id, other] : all) {
            if (id == child->first) continue;
            EXPECT_GE((child->second.first - other.first).norm(), 0.79f);
        }
}

TEST(Sheets, MassOfRootsThatAreGoneFindsAnOwner) {
    for (const bool some_stay : {true, false}) {
        Sheet sheet(centred_sheet(12, 4, 0.2f));
        for (int k = 0; k < 55; ++k) sheet.step(1.02f);
        const auto& generation = sheet.set.particles.get<IndexColumn>("generation");
        const auto& id = sheet.set.particles.get<IndexColumn>("id");
        std::vector<Index> kept;
        for (Index i = 0; i < sheet.set.size(); ++i)
            if (generation[i] > 0 || (some_stay && id[i] % 2 == 0)) kept.push_back(i);
        sheet.set.particles.reorder(kept);
        sheet.set.sort();
        const std::int64_t mass = total_units(sheet.set.particles);
        sheet.sheets.take_counts();
        for (int k = 0; k < 70; ++k) {
            sheet.step(k < 55 ? 1.0f / 1.02f : 1.0f);
            ASSERT_EQ(total_units(sheet.set.particles), mass);
        }
        const SheetCounts counts = sheet.sheets.take_counts();
        EXPECT_GT(counts.collapsed, 100);
        EXPECT_EQ(counts.promoted > 0, !some_stay);
        for (const MassPart& part : sheet.sheets.ledger().parts()) EXPECT_GT(part.units, 0);
    }
}

TEST(Sheets, DependNeitherOnThreadsNorOnTheOrderOfTheInput) {
    std::vector<Vec3> points = centred_sheet(14, 2, 0.3f);
    const auto result = [&] {
        Sheet sheet(points);
        for (int k = 0; k < 30; ++k) sheet.step(1.02f);
        for (int k = 0; k < 20; ++k) sheet.step(1.0f / 1.02f);
        return sheet.by_id();
    };
    const auto once = result();
    EXPECT_GT(once.size(), 400u);
    std::ranges::reverse(points);
    for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(result(), once) << threads;
    }
}

}  // namespace
}  // namespace lamella
