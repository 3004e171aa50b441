#include "samples.hpp"

#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/vdb.hpp>

namespace lamella {
namespace {

// The distance to a sphere, in the blocks around it.
SparseGrid sphere() {
    std::vector<Vec3i> blocks;
    for (Index k = 0; k < 27; ++k) blocks.push_back({k % 3 - 1, k / 3 % 3 - 1, k / 9 - 2});
    SparseGrid grid(Vec3d(0.5, -1, 100), 0.125, 0.375f, blocks);
    for (Index b = 0; b < grid.block_count(); ++b)
        for (Index n = 0; n < SparseGrid::kNodes; ++n) {
            const Vec3i node = SparseGrid::kWidth * grid.block(b) + Vec3i(n % 8, n / 8 % 8, n / 64);
            const auto distance = static_cast<float>((0.125 * node.cast<double>()).norm() - 0.5);
            grid.values(b)[static_cast<std::size_t>(n)] = std::clamp(distance, -0.375f, 0.375f);
        }
    return grid;
}

// A build without OpenVDB says so in a RunError.
bool has_vdb() {
    try {
        read_vdb("/nonexistent.vdb");
    } catch (const InputError&) {
        return true;
    } catch (const RunError&) {
    }
    return false;
}

TEST(Vdb, keeps_values_and_placement) {
    if (!has_vdb()) GTEST_SKIP() << "built without OpenVDB";
    const test::TemporaryFolder folder;
    const SparseGrid grid = sphere();
    write_vdb(folder / "a.vdb", grid, VolumeKind::level_set, {"0.1.0", "abc", "def"});
    const Volume found = read_vdb(folder / "a.vdb", "surface");
    EXPECT_EQ(found.kind, VolumeKind::level_set);
    EXPECT_LT((found.grid.origin() - grid.origin()).norm(), 1e-12);
    EXPECT_DOUBLE_EQ(found.grid.cell(), grid.cell());
    EXPECT_EQ(found.grid.background(), grid.background());
    for (Index z = -20; z < 20; ++z)
        for (Index y = -10; y < 18; ++y)
            for (Index x = -10; x < 18; ++x) ASSERT_EQ(found.grid.value({x, y, z}), grid.value({x, y, z}));
}

TEST(Vdb, same_values_give_the_same_bytes) {
    if (!has_vdb()) GTEST_SKIP() << "built without OpenVDB";
    const test::TemporaryFolder folder;
    write_vdb(folder / "a.vdb", sphere(), VolumeKind::density);
    write_vdb(folder / "b.vdb", sphere(), VolumeKind::density);
    const std::string a = read_file(folder / "a.vdb");
    EXPECT_TRUE(a == read_file(folder / "b.vdb"));
    EXPECT_EQ(a.substr(21 + 18, 18), "-0000-000000000000");
}

TEST(Vdb, damaged_files_are_refused) {
    if (!has_vdb()) GTEST_SKIP() << "built without OpenVDB";
    const test::TemporaryFolder folder;
    write_vdb(folder / "a.vdb", sphere(), VolumeKind::level_set);
    const std::string whole = read_file(folder / "a.vdb");
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 20) {
        write_file(folder / "cut.vdb", whole.substr(0, size));
        EXPECT_THROW(read_vdb(folder / "cut.vdb"), InputError) << size;
    }
    EXPECT_THROW(read_vdb(folder / "a.vdb", "density"), InputError);
}

}  // namespace
}  // namespace lamella
