#include <lamella/pipeline/version.hpp>

#include <embree3/rtcore_config.h>
#include <fmt/format.h>
#include <libdeflate.h>
#include <spdlog/version.h>
#include <tbb/version.h>
#include <xxhash.h>
#include <zstd.h>
#include <Eigen/Core>
#include <nlohmann/json.hpp>
#ifdef LAMELLA_OPENVDB
#include <openvdb/version.h>
#endif

namespace lamella {
namespace {

std::string openvdb_version() {
#ifdef LAMELLA_OPENVDB
    return OPENVDB_LIBRARY_VERSION_STRING;
#else
    return "is left out";
#endif
}

std::string dotted(int major, int minor, int patch) { return fmt::format("{}.{}.{}", major, minor, patch); }

}  // namespace

std::string program_version() { return LAMELLA_VERSION; }
std::string git_hash() { return LAMELLA_GIT_HASH; }
std::string isa_level() { return LAMELLA_ISA; }

std::vector<std::string> library_versions() {
    const unsigned xxhash = XXH_versionNumber();
    return {"Eigen " + dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION),
            fmt::format("Embree {}", RTC_VERSION_STRING),
            "fmt " + dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100),
            fmt::format("libdeflate {}", LIBDEFLATE_VERSION_STRING),
            "nlohmann-json " +
                dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
            fmt::format("oneTBB {}", TBB_runtime_version()),
            "OpenVDB " + openvdb_version(),
            "spdlog " + dotted(SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH),
            "stb, tinygltf (without version numbers)",
            fmt::format("tinyobjloader {}", LAMELLA_TINYOBJLOADER),
            "xxHash " + dotted(static_cast<int>(xxhash / 10000), static_cast<int>(xxhash / 100 % 100),
                               static_cast<int>(xxhash % 100)),
            fmt::format("zstd {}", ZSTD_versionString())};
}

Provenance provenance(const std::string& scene_hash) { return {program_version(), git_hash(), scene_hash}; }

}  // namespace lamella
