// OpenVDB files: one scalar float field a file. Built with LAMELLA_OPENVDB; without it both functions
// end in a RunError that says so.
#pragma once

#include <lamella/grid/sparse_grid.hpp>
#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

#include <filesystem>

namespace lamella {

// A level set is called `surface` in the file, a density `density`, as other programs expect.
enum class VolumeKind { level_set, density };

struct Volume {
    VolumeKind kind = VolumeKind::level_set;
    SparseGrid grid;
};

// Voxels are active where they differ from the background, of a level set also from its negative.
void write_vdb(const std::filesystem::path& path, const SparseGrid& grid, VolumeKind kind,
               const Provenance& provenance = {});

// The grid of that name, or the first grid of floats. Only uniform cells are read.
Volume read_vdb(const std::filesystem::path& path, const std::string& name = {}, ReadNotes* notes = nullptr);

}  // namespace lamella
