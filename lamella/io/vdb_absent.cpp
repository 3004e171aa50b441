#include <lamella/core/error.hpp>
#include <lamella/io/vdb.hpp>

namespace lamella {

void write_vdb(const std::filesystem::path& path, const SparseGrid&, VolumeKind, const Provenance&) {
    throw RunError(path.string() + ": this build writes no .vdb files (it was configured without LAMELLA_OPENVDB)");
}

Volume read_vdb(const std::filesystem::path& path, const std::string&, ReadNotes*) {
    throw RunError(path.string() + ": this build reads no .vdb files (it was configured without LAMELLA_OPENVDB)");
}

}  // namespace lamella
