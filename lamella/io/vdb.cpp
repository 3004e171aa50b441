#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>
#include <lamella/io/vdb.hpp>

#include <fmt/format.h>
#include <openvdb/io/File.h>
#include <openvdb/openvdb.h>

#include <fstream>

namespace lamella {

namespace {

using Leaf = openvdb::FloatTree::LeafNodeType;
static_assert(Leaf::DIM == SparseGrid::kWidth);

constexpr std::uint64_t kMostVoxels = std::uint64_t{1} << 31;
constexpr std::string_view kMagic("\x20\x42\x44\x56\0\0\0\0", 8);

std::string_view name_of(VolumeKind kind) { return kind == VolumeKind::level_set ? "surface" : "density"; }

// What lies beyond the band of a level set is not active, inside neither.
bool beyond_band(float value, const SparseGrid& grid, VolumeKind kind) {
    return value == grid.background() || (kind == VolumeKind::level_set && value == -grid.background());
}

void copy_block(const SparseGrid& grid, Index b, VolumeKind kind, openvdb::FloatTree& tree) {
    const Vec3i corner = SparseGrid::kWidth * grid.block(b);
    Leaf* leaf = tree.touchLeaf(openvdb::Coord(corner.x(), corner.y(), corner.z()));
    const auto values = grid.values(b);
    for (Index z = 0; z < SparseGrid::kWidth; ++z)
        for (Index y = 0; y < SparseGrid::kWidth; ++y)
            for (Index x = 0; x < SparseGrid::kWidth; ++x) {
                const float value = values[static_cast<std::size_t>(cell_in_tile(x, y, z))];
                const auto offset = Leaf::coordToOffset(openvdb::Coord(x, y, z));
                if (beyond_band(value, grid, kind))
                    leaf->setValueOff(offset, value);
                else
                    leaf->setValueOn(offset, value);
            }
}

openvdb::FloatGrid::Ptr to_openvdb(const SparseGrid& grid, VolumeKind kind) {
    auto out = openvdb::FloatGrid::create(grid.background());
    for (Index b = 0; b < grid.block_count(); ++b) copy_block(grid, b, kind, out->tree());
    auto transform = openvdb::math::Transform::createLinearTransform(grid.cell());
    transform->postTranslate({grid.origin().x(), grid.origin().y(), grid.origin().z()});
    out->setTransform(transform);
    out->setName(std::string(name_of(kind)));
    out->setGridClass(kind == VolumeKind::level_set ? openvdb::GRID_LEVEL_SET : openvdb::GRID_FOG_VOLUME);
    return out;
}

// OpenVDB puts a random tag into the header, which would differ from run to run; ours is a hash of the
// values. The tag stands behind the magic number, three version numbers and a flag.
void write_tag(const std::filesystem::path& path, const SparseGrid& grid) {
    Hasher hasher;
    for (Index b = 0; b < grid.block_count(); ++b) hasher.update(grid.values(b));
    const std::string digits = hex(hasher.digest());
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(8 + 3 * 4 + 1);
    file << digits.substr(0, 8) << '-' << digits.substr(8, 4) << '-' << digits.substr(12, 4) << "-0000-000000000000";
    if (!file.flush()) throw RunError(path.string() + ": cannot be written");
}

}  // namespace

void write_vdb(const std::filesystem::path& path, const SparseGrid& grid, VolumeKind kind,
               const Provenance& provenance) {
    openvdb::initialize();
    AtomicFile file(path);
    try {
        openvdb::MetaMap about;
        about.insertMeta("creator", openvdb::StringMetadata(provenance.line()));
        openvdb::io::File out(file.temporary_path().string());
        out.write({to_openvdb(grid, kind)}, about);
        out.close();
    } catch (const openvdb::Exception& error) {
        throw RunError(fmt::format("{}: cannot be written ({})", path.string(), error.what()));
    }
    write_tag(file.temporary_path(), grid);
    file.commit();
}

namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view why) {
    throw InputError(fmt::format("{}: {}", path.string(), why));
}

void check_magic(const std::filesystem::path& path) {
    if (!std::filesystem::is_regular_file(path)) refuse(path, "there is no such file");
    char start[8] = {};
    std::ifstream(path, std::ios::binary).read(start, sizeof start);
    if (std::string_view(start, sizeof start) != kMagic) refuse(path, "this is no OpenVDB file");
}

openvdb::FloatGrid::Ptr load_grid(const std::filesystem::path& path, const std::string& name) {
    openvdb::initialize();
    openvdb::io::File file(path.string());
    file.open(false);
    for (auto at = file.beginName(); at != file.endName(); ++at) {
        if (!name.empty() && *at != name) continue;
        if (auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid(*at))) return grid;
    }
    refuse(path, name.empty() ? "there is no grid of floats" : fmt::format("there is no grid '{}' of floats", name));
}

std::vector<Vec3i> blocks_of(const openvdb::FloatGrid& grid, const std::filesystem::path& path) {
    std::vector<Vec3i> blocks;
    for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf) {
        const openvdb::Coord corner = leaf->origin();
        blocks.push_back(Vec3i(corner.x(), corner.y(), corner.z()) / SparseGrid::kWidth);
        if ((blocks.back().array().abs() >= kTileReach).any()) refuse(path, "a voxel is too far from the origin");
    }
    return blocks;
}

void copy_leaf(const Leaf& leaf, SparseGrid& grid) {
    const openvdb::Coord corner = leaf.origin();
    const auto values = grid.values(grid.find(Vec3i(corner.x(), corner.y(), corner.z()) / SparseGrid::kWidth));
    for (Index z = 0; z < SparseGrid::kWidth; ++z)
        for (Index y = 0; y < SparseGrid::kWidth; ++y)
            for (Index x = 0; x < SparseGrid::kWidth; ++x)
                values[static_cast<std::size_t>(cell_in_tile(x, y, z))] =
                    leaf.getValue(Leaf::coordToOffset(openvdb::Coord(x, y, z)));
}

Volume from_openvdb(openvdb::FloatGrid& grid, const std::filesystem::path& path) {
    if (!grid.transform().isLinear() || !grid.hasUniformVoxels()) refuse(path, "the cells are not cubes");
    if (grid.activeVoxelCount() > kMostVoxels)
        refuse(path, fmt::format("{} voxels are too many", grid.activeVoxelCount()));
    grid.tree().voxelizeActiveTiles();
    const openvdb::Vec3d origin = grid.indexToWorld(openvdb::Vec3d(0));
    const openvdb::Vec3d diagonal = grid.indexToWorld(openvdb::Vec3d(1)) - origin;
    const double cell = grid.voxelSize()[0];
    if (!(diagonal - openvdb::Vec3d(cell)).eq(openvdb::Vec3d(0), 1e-6 * cell))
        refuse(path, "the grid is turned or mirrored");
    Volume volume{
        grid.getGridClass() == openvdb::GRID_LEVEL_SET ? VolumeKind::level_set : VolumeKind::density,
        SparseGrid(Vec3d(origin.x(), origin.y(), origin.z()), cell, grid.background(), blocks_of(grid, path))};
    for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf) copy_leaf(*leaf, volume.grid);
    return volume;
}

}  // namespace

Volume read_vdb(const std::filesystem::path& path, const std::string& name, ReadNotes* notes) {
    check_magic(path);
    try {
        const openvdb::FloatGrid::Ptr grid = load_grid(path, name);
        if (notes && grid->tree().activeTileCount() > 0)
            notes->push_back(path.string() + ": constant tiles were filled in");
        return from_openvdb(*grid, path);
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) {
        refuse(path, error.what());
    }
}

}  // namespace lamella
