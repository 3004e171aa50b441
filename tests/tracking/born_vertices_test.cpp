#include <lamella/tracking/born_vertices.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

// Two old vertices, one that is born, one between it and an old one, one between the old ones.
struct Births : testing::Test {
    Births() {
        data.table().resize(2);
        auto& value = data.table().add<Vec3Column>("Cd");
        auto& label = data.table().add<IndexColumn>("label");
        data.number("id");
        for (Index v = 0; v < 2; ++v) {
            value.set(v, Vec3(static_cast<Real>(1 + v), 0.0f, 0.0f));
            label[v] = 10 + v;
        }
        begin_births(data);
        for (int k = 0; k < 3; ++k) data.append();
        data.blend(3, 2, 0, 0.25f);
        data.blend(4, 0, 1, 0.5f);
        for (Index v = 0; v < 5; ++v) positions.emplace_back(0.0f, static_cast<Real>(v), 0.0f);
    }

    ElementData data;
    std::vector<Vec3> positions;
};

TEST_F(Births, AreMadeUpForByTheirShare) {
    std::vector<Vec3> asked;
    end_births(data, positions, [&](const std::vector<Vec3>& places) {
        asked = places;
        ColumnTable fresh;
        fresh.resize(static_cast<Index>(places.size()));
        auto& value = fresh.add<Vec3Column>("Cd");
        auto& label = fresh.add<IndexColumn>("label");
        for (Index k = 0; k < fresh.size(); ++k) {
            value.set(k, Vec3(8.0f, 0.0f, 0.0f));
            label[k] = 99;
        }
        return fresh;
    });
    EXPECT_EQ(asked, (std::vector<Vec3>{positions[2], positions[3]}));
    const auto& value = data.table().get<Vec3Column>("Cd");
    const auto& label = data.table().get<IndexColumn>("label");
    const std::vector<Real> expected{1.0f, 2.0f, 8.0f, 0.75f * 8.0f + 0.25f * 1.0f, 1.5f};
    for (Index v = 0; v < 5; ++v) EXPECT_FLOAT_EQ(value[v].x(), expected[static_cast<std::size_t>(v)]) << v;
    EXPECT_EQ(label[2], 99);
    EXPECT_EQ(label[3], 99);
    EXPECT_EQ(data.table().get<IndexColumn>("id")[2], 2);
    EXPECT_EQ(data.table().columns().size(), 3u);
}

TEST_F(Births, NothingIsAskedForWhereThereAreNone) {
    ElementData old;
    old.table().resize(2);
    old.table().add<ScalarColumn>("T");
    begin_births(old);
    old.append();
    old.blend(2, 0, 1, 0.3f);
    bool asked = false;
    end_births(old, positions, [&](const std::vector<Vec3>&) {
        asked = true;
        return ColumnTable{};
    });
    EXPECT_FALSE(asked);
}

}  // namespace
}  // namespace lamella
