#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/core/error.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder(const std::string& name) {
    fs::path folder = fs::temp_directory_path() / fmt::format("lamella_run_folder_{}_{}", getpid(), name);
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

TEST(RunFolder, StaysClearableUntilEverythingElseIsGone) {
    const RunFolder folder(fresh_folder("clear_half"));
    folder.open_for_writing();
    folder.write_record({});
    fs::create_directories(folder.log() / "in the way");  // cannot be removed as a file: the clearing stops there
    EXPECT_THROW(folder.clear(), fs::filesystem_error);
    EXPECT_TRUE(folder.exists());
    fs::remove_all(folder.log());
    folder.clear();
    EXPECT_TRUE(folder.empty());
    fs::remove_all(folder.root());
}

TEST(RunFolder, FindsTheFramesThatEveryPatternHas) {
    const RunFolder folder(fresh_folder("frames"));
    folder.open_for_writing();
    for (int frame : {12345, 2, 10, 9}) std::ofstream(folder.particles("water", frame)) << "w";
    for (int frame : {10, 2, 12345, 7}) std::ofstream(folder.particles("milk", frame)) << "m";
    for (const char* other : {"water.10.bgeo", "water.00011.bgeo", "water.0001.ply", ".tmp-water.0001.bgeo",
                              "water.-001.bgeo", "water.0000.bgeo", "water.bgeo"})
        std::ofstream(folder.root() / "particles" / other) << "o";
    const std::string water = "particles/water.%04d.bgeo", milk = "particles/milk.%04d.bgeo";
    EXPECT_EQ(folder.frames({water}), (std::vector<int>{2, 9, 10, 12345}));
    EXPECT_EQ(folder.frames({water, milk}), (std::vector<int>{2, 10, 12345}));
    EXPECT_TRUE(folder.frames({}).empty());
    EXPECT_TRUE(folder.frames({"nowhere/water.%04d.bgeo"}).empty());
    fs::remove_all(folder.root());
}

void add_rows(const Ledger& ledger, const std::vector<int>& frames) {
    for (int frame : frames) {
        LedgerRow row;
        row.frame = frame;
        ledger.add(row);
    }
}

TEST(Ledger, DropsTheRowsOfFramesThatAreRedone) {
    const fs::path path = fresh_folder("ledger_redo.jsonl");
    add_rows(Ledger(path, 0), {1, 2, 3, 4, 5});
    const Ledger ledger(path, [](int frame) { return frame != 2; });
    EXPECT_EQ(ledger_frames(path), (std::vector<int>{1, 3, 4, 5}));
    add_rows(ledger, {2});
    ledger.sort();
    EXPECT_EQ(ledger_frames(path), (std::vector<int>{1, 2, 3, 4, 5}));
    fs::remove(path);
}

TEST(Ledger, IsCutBackToAFrame) {
    const fs::path path = fresh_folder("ledger.jsonl");
    add_rows(Ledger(path, 0), {1, 2, 3, 4, 5});
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
