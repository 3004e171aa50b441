#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>

#include <gtest/gtest.h>

#include <fstream>

namespace lamella {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder(const std::string& name) {
    const fs::path folder = fs::temp_directory_path() / ("lamella_run_folder_" + name);
    fs::remove_all(folder);
    return folder;
}

TEST(RunFolder, RecordsReadBack) {
    const RunFolder folder(fresh_folder("record"));
    EXPECT_TRUE(folder.empty());
    EXPECT_THROW(folder.read_record(), InputError);
    folder.open_for_writing();
    EXPECT_TRUE(folder.empty());
    RunRecord record;
    record.scene_hash = "abc";
    record.stages["simulate"] = {true, "abc", 1, 48, {"particles/water.%04d.bgeo"}};
    folder.write_record(record);
    EXPECT_EQ(folder.read_record().stages.at("simulate").last_frame, 48);
    EXPECT_FALSE(folder.empty());
    std::ofstream(folder.root() / "run.json") << "{\"version\": 3";
    EXPECT_THROW(folder.read_record(), InputError);
    fs::remove_all(folder.root());
}

TEST(RunFolder, OpeningRemovesTemporaryFilesAndClearingSparesForeignOnes) {
    const RunFolder folder(fresh_folder("clear"));
    folder.open_for_writing();
    std::ofstream(folder.root() / "particles" / ".tmp-water") << "half";
    std::ofstream(folder.root() / "notes.txt") << "mine";
    folder.open_for_writing();
    EXPECT_FALSE(fs::exists(folder.root() / "particles" / ".tmp-water"));
    folder.clear();
    EXPECT_FALSE(fs::exists(folder.root() / "particles"));
    EXPECT_TRUE(fs::exists(folder.root() / "notes.txt"));
    fs::remove_all(folder.root());
}

TEST(Ledger, IsCutBackToAFrame) {
    const fs::path path = fresh_folder("ledger.jsonl");
    {
        const Ledger ledger(path, 0);
        for (int frame = 1; frame <= 5; ++frame) {
            LedgerRow row;
            row.frame = frame;
            ledger.add(row);
        }
    }
    std::ofstream(path, std::ios::app) << "{\"frame\": 6, \"ti";  // a killed run
    const Ledger ledger(path, 3);
    EXPECT_EQ(ledger_frames(path), (std::vector<int>{1, 2, 3}));
    fs::remove(path);
}

TEST(Ledger, WritesNullForWhatHasNoMeaning) {
    LedgerRow row;
    row.frame = 2;
    row.mass_kg = 1.5;
    const std::string line = ledger_line(row);
    EXPECT_NE(line.find("\"mass_kg\":1.5"), std::string::npos);
    EXPECT_NE(line.find("\"mesh_volume_m3\":null"), std::string::npos);
    EXPECT_EQ(line.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace lamella
