#include <lamella/pipeline/version.hpp>

#include <fmt/format.h>
#include <tbb/version.h>
#include <zlib.h>
#include <zstd.h>
#include <Eigen/Core>
#include <nlohmann/json.hpp>

namespace lamella {

std::string program_version() { return LAMELLA_VERSION; }
std::string git_hash() { return LAMELLA_GIT_HASH; }
std::string isa_level() { return LAMELLA_ISA; }

std::string library_versions() {
    return fmt::format("Eigen {}.{}.{}, oneTBB {}, fmt {}.{}.{}, nlohmann-json {}.{}.{}, zlib {}, zstd {}",
                       EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, TBB_runtime_version(),
                       FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR,
                       NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH, zlibVersion(), ZSTD_versionString());
}

Provenance provenance(const std::string& scene_hash) { return {program_version(), git_hash(), scene_hash}; }

}  // namespace lamella
