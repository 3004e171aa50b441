#include <lamella/core/columns.hpp>
#include <lamella/core/error.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

struct EightRows {
    Pack load(const Real* column) const { return load_pack(column); }
};
template <class C>
concept ReadsAsPack = requires(const C& column, const EightRows& at) { column[at]; };
static_assert(ReadsAsPack<ScalarColumn> && ReadsAsPack<Vec3Column>);
static_assert(!ReadsAsPack<IndexColumn>, "floats cannot hold ids above 2^24");

ColumnTable three_rows() {
    ColumnTable table;
    table.resize(3);
    auto& x = table.add<Vec3Column>("P");
    auto& id = table.add<IndexColumn>("id");
    for (Index i = 0; i < 3; ++i) {
        x.set(i, Vec3(Real(i), 10.0f + i, 20.0f + i));
        id[i] = 100 + i;
    }
    return table;
}

TEST(ColumnTable, ReordersAllColumnsTogether) {
    ColumnTable table = three_rows();
    const std::vector<Index> order{2, 0};
    table.reorder(order);
    EXPECT_EQ(table.size(), 2);
    EXPECT_EQ(table.get<Vec3Column>("P")[0], Vec3(2, 12, 22));
    EXPECT_EQ(table.get<IndexColumn>("id")[1], 100);
}

TEST(ColumnTable, AppendsRowsAndFillsMissingColumnsWithZero) {
    ColumnTable table = three_rows();
    ColumnTable other;
    other.resize(1);
    other.add<ScalarColumn>("density")[0] = 7.0f;
    table.append(other);
    EXPECT_EQ(table.size(), 4);
    EXPECT_EQ(table.get<ScalarColumn>("density")[0], 0.0f);
    EXPECT_EQ(table.get<ScalarColumn>("density")[3], 7.0f);
    EXPECT_EQ(table.get<Vec3Column>("P")[3], Vec3(0, 0, 0));
}

TEST(ColumnTable, ShrinkingClearsThePadding) {
    ColumnTable table = three_rows();
    table.resize(1);
    table.resize(3);
    EXPECT_EQ(table.get<IndexColumn>("id")[2], 0);
}

TEST(ColumnTable, RefusesAnotherTypeAndAnAbsentName) {
    ColumnTable table = three_rows();
    EXPECT_THROW(table.add<ScalarColumn>("id"), RunError);
    EXPECT_THROW(table.get<ScalarColumn>("mass"), RunError);
    EXPECT_EQ(table.find<ScalarColumn>("mass"), nullptr);
}

TEST(Pack, FoldsInOneFixedOrder) {
    const Pack a([](auto lane) { return static_cast<float>(1 << lane); });
    EXPECT_EQ(fold(a), 255.0f);
}

}  // namespace
}  // namespace lamella
