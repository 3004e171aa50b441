// The ledger: one line of JSON a frame, what a stage did, kept and lost.
#pragma once

#include <lamella/cache/run_folder.hpp>
#include <lamella/matter/balance.hpp>

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lamella {

// Keys carry their units; what is meaningless for a stage or a solver stays empty and is written as null.
struct LedgerRow {
    int frame = 0;
    std::optional<double> time_s;
    std::optional<long> steps;
    std::optional<double> dt_min_s;
    std::optional<double> dt_max_s;
    std::optional<long> particles;
    std::optional<double> mass_kg;
    std::optional<double> mass_in_kg;  // since the run began, as the three below
    std::optional<double> mass_out_kg;
    std::optional<double> mass_created_kg;
    std::optional<double> mass_removed_kg;
    std::optional<double> volume_m3;
    std::optional<double> mesh_volume_m3;
    std::optional<std::array<double, 3>> momentum_kgms;
    std::optional<std::array<double, 3>> angular_momentum;
    std::optional<double> kinetic_J;
    std::optional<double> potential_J;
    std::optional<double> elastic_J;
    std::optional<double> dissipated_J;
    std::optional<double> density_error_mean;
    std::optional<double> density_error_max;
    std::map<std::string, double> iterations;
    std::map<std::string, double> wall_s;
    std::optional<long> peak_rss_bytes;
    std::map<std::string, double> method;
    std::map<std::string, Balance> parts;  // each fluid, solid, body; the row above is their sum
    FileSizes file_bytes;                  // the files of the frame, so that one that was cut or lost is found
};

// One line, without the newline.
std::string ledger_line(const LedgerRow& row);

// Appends rows to a file; each is on the disk when add() returns.
class Ledger {
public:
    // Rows of later frames than `keep_until` are cut off; 0 starts anew.
    Ledger(std::filesystem::path path, int keep_until);
    // Rows of frames that `keep` refuses are removed.
    Ledger(std::filesystem::path path, const std::function<bool(int)>& keep);
    void add(const LedgerRow& row) const;
    void sort() const;  // by frame, after rows were added between others

private:
    std::filesystem::path path_;
};

// The frames that a ledger has a row for.
std::vector<int> ledger_frames(const std::filesystem::path& path);

// One of the numbers under "method", of the frames whose row has it.
std::map<int, double> ledger_numbers(const std::filesystem::path& path, const std::string& name);

// The frames with their files; rows of earlier versions name none.
std::map<int, FileSizes> ledger_files(const std::filesystem::path& path);

}  // namespace lamella
