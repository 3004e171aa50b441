#include <lamella/cache/ledger.hpp>
#include <lamella/cache/run_folder.hpp>
#include <lamella/cache/stage_claim.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/error.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include <unistd.h>

namespace lamella {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder(const std::string& name) {
    fs::path folder = fs::temp_directory_path() / fmt::format("lamella_run_folder_{}_{}", getpid(), name);
    fs::remove_all(folder);
    return folder;
}

const PartRecord kWater = part_of(Stage::simulate, PartKind::particles, "water");
const PartRecord kMilk = part_of(Stage::simulate, PartKind::particles, "milk");

TEST(FramePart, IsFoundInOnePlaceByStageAndKind) {
    const auto pattern = [](Stage stage, PartKind kind) { return part_of(stage, kind, "a").pattern; };
    EXPECT_EQ(pattern(Stage::simulate, PartKind::particles), "particles/a.%04d.bgeo");
    EXPECT_EQ(pattern(Stage::simulate, PartKind::mesh), "meshes/a.%04d.ply");
    EXPECT_EQ(pattern(Stage::simulate, PartKind::tetrahedra), "tets/a.%04d.vtu");
    EXPECT_EQ(pattern(Stage::surface, PartKind::mesh), "surface/a.%04d.ply");
    EXPECT_EQ(pattern(Stage::surface, PartKind::particles), "surface/a.%04d.bgeo");
    EXPECT_EQ(pattern(Stage::foam, PartKind::particles), "foam/a.%04d.bgeo");
    EXPECT_EQ(poses_part().pattern, "bodies.%04d.json");
    EXPECT_EQ(picture_part().pattern, "images/frame.%04d.png");
    EXPECT_EQ(file_of_frame(kWater, 12345), "particles/water.12345.bgeo");
}

TEST(FramePart, OfAnEarlierVersionHasItsKindFromItsPattern) {
    for (const Stage stage : {Stage::simulate, Stage::surface})
        for (const PartKind kind : {PartKind::particles, PartKind::level_set})
            EXPECT_EQ(part_of_pattern(part_of(stage, kind, "b.c").pattern), part_of(stage, kind, "b.c"));
    EXPECT_EQ(part_of_pattern("surface/water.%04d.ply"), part_of(Stage::surface, PartKind::mesh, "water"));
    EXPECT_EQ(part_of_pattern("images/frame.%04d.png"), picture_part());
}

TEST(RunFolder, RecordsReadBack) {
    const RunFolder folder(fresh_folder("record"));
    EXPECT_TRUE(folder.empty());
    EXPECT_THROW(folder.read_record(), InputError);
    folder.open_for_writing({kWater});
    EXPECT_TRUE(folder.empty());
    RunRecord record;
    record.scene_hash = "abc";
    record.stages["simulate"] = {true, "abc", 1, 48, {kWater, poses_part()}, {{"cup.obj", {"0123", 12}}}};
    folder.write_record(record);
    EXPECT_EQ(folder.read_record().find(Stage::simulate)->last_frame, 48);
    EXPECT_EQ(folder.read_record().parts(Stage::simulate, PartKind::poses), std::vector{poses_part()});
    EXPECT_EQ(folder.read_record().find(Stage::simulate)->files.at("cup.obj"), (FileRecord{"0123", 12}));
    EXPECT_FALSE(folder.read_record().find(Stage::surface));
    EXPECT_FALSE(folder.empty());
    std::ofstream(folder.root() / "run.json") << "{\"version\": 3";
    EXPECT_THROW(folder.read_record(), InputError);
    fs::remove_all(folder.root());
}

TEST(RunFolder, RecordsOfEarlierVersionsAndUnknownKindsAreToldApart) {
    const RunFolder folder(fresh_folder("earlier"));
    fs::create_directories(folder.root());
    const auto write = [&](const std::string& parts) {
        std::ofstream(folder.root() / "run.json")
            << R"({"version": "0.1.0", "git_hash": "", "command_line": "", "scene_hash": "", "scene_folder": "", )"
            << R"("isa": "", "stages": {"simulate": {"done": true, "hash": "", "frames": [1, 2], )" << parts << "}}}";
    };
    write(R"("patterns": ["particles/water.%04d.bgeo"])");
    EXPECT_EQ(folder.read_record().parts(Stage::simulate, PartKind::particles), std::vector{kWater});
    write(R"("parts": [{"kind": "smoke", "name": "a", "pattern": "smoke/a.%04d.vdb"}])");
    EXPECT_THROW(folder.read_record(), InputError);
    write(R"("files": [])");
    EXPECT_THROW(folder.read_record(), InputError);
    fs::remove_all(folder.root());
}

TEST(RunFolder, TwoStagesDoNotLoseOneAnothersRecord) {
    const RunFolder folder(fresh_folder("both"));
    fs::create_directories(folder.root());
    const auto note = [&](const std::string& stage) {
        for (int frame = 1; frame <= 20; ++frame)
            folder.update_record([&](RunRecord& record) { record.stages[stage].last_frame += 1; });
    };
    std::thread surface(note, "surface");
    note("render");
    surface.join();
    EXPECT_EQ(folder.read_record().find(Stage::surface)->last_frame, 20);
    EXPECT_EQ(folder.read_record().find(Stage::render)->last_frame, 20);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.root()), fs::directory_iterator()), 1);
    fs::remove_all(folder.root());
}

TEST(RunFolder, OpeningRemovesAbandonedFilesAndClearingSparesForeignOnes) {
    const RunFolder folder(fresh_folder("clear"));
    folder.open_for_writing({kWater});
    const fs::path abandoned = temporary_name(folder.path(kWater, 1));
    std::ofstream(abandoned) << "half";
    std::ofstream(folder.root() / "notes.txt") << "mine";
    std::ofstream(folder.path(poses_part(), 3)) << "{}";
    folder.open_for_writing({kWater});
    EXPECT_FALSE(fs::exists(abandoned));
    folder.clear();
    EXPECT_FALSE(fs::exists(folder.root() / "particles"));
    EXPECT_FALSE(fs::exists(folder.path(poses_part(), 3)));
    EXPECT_TRUE(fs::exists(folder.root() / "notes.txt"));
    fs::remove_all(folder.root());
}

TEST(RunFolder, WhileItIsClearedItsRecordNamesNoStage) {
    const RunFolder folder(fresh_folder("clear_half"));
    folder.open_for_writing({kWater});
    RunRecord record;
    record.stages["simulate"] = {true, "abc", 1, 48, {kWater}, {}};
    folder.write_record(record);
    fs::create_directories(folder.log() / "in the way");  // cannot be removed as a file: the clearing stops there
    EXPECT_THROW(folder.clear(), fs::filesystem_error);
    EXPECT_TRUE(folder.read_record().stages.empty());
    fs::remove_all(folder.log());
    folder.clear();
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.root()), fs::directory_iterator()), 1);
    EXPECT_TRUE(folder.read_record().stages.empty());
    fs::remove_all(folder.root());
}

TEST(RunFolder, FindsTheFramesThatEveryPartHas) {
    const RunFolder folder(fresh_folder("frames"));
    folder.open_for_writing({kWater});
    for (int frame : {12345, 2, 10, 9}) std::ofstream(folder.path(kWater, frame)) << "w";
    for (int frame : {10, 2, 12345, 7}) std::ofstream(folder.path(kMilk, frame)) << "m";
    for (const char* other : {"water.10.bgeo", "water.00011.bgeo", "water.0001.ply", ".tmp-water.0001.bgeo",
                              "water.-001.bgeo", "water.0000.bgeo", "water.bgeo"})
        std::ofstream(folder.root() / "particles" / other) << "o";
    EXPECT_EQ(folder.frames({kWater}), (std::vector<int>{2, 9, 10, 12345}));
    EXPECT_EQ(folder.frames({kWater, kMilk}), (std::vector<int>{2, 10, 12345}));
    EXPECT_TRUE(folder.frames({}).empty());
    EXPECT_TRUE(folder.frames({{PartKind::particles, "water", "nowhere/water.%04d.bgeo"}}).empty());
    fs::remove_all(folder.root());
}

TEST(RunFolder, SeesFilesThatWereCutOrLost) {
    const RunFolder folder(fresh_folder("cut"));
    folder.open_for_writing({kWater});
    std::ofstream(folder.path(kWater, 1)) << "whole";
    const FileSizes sizes = folder.file_sizes({kWater}, 1);
    EXPECT_EQ(sizes, (FileSizes{{"particles/water.0001.bgeo", 5}}));
    EXPECT_EQ(folder.damaged_file(sizes), "");
    fs::resize_file(folder.path(kWater, 1), 4);
    EXPECT_EQ(folder.damaged_file(sizes), "particles/water.0001.bgeo");
    fs::remove(folder.path(kWater, 1));
    EXPECT_EQ(folder.damaged_file(sizes), "particles/water.0001.bgeo");
    fs::remove_all(folder.root());
}

TEST(StageClaim, IsForOneAndSaysForWhom) {
    const RunFolder folder(fresh_folder("claim") / "deeper");
    {
        const StageClaim claim({}, folder, Stage::surface, "lamella surface x");
        EXPECT_TRUE(folder.empty());
        EXPECT_NE(writer_of(folder, Stage::surface)->find("lamella surface x"), std::string::npos);
        EXPECT_FALSE(writer_of(folder, Stage::render));
        const StageClaim other({}, folder, Stage::render, "");
        try {
            const StageClaim second({}, folder, Stage::surface, "");
            ADD_FAILURE();
        } catch (const InputError& error) {
            const std::string process = "is being written by process " + std::to_string(getpid());
            EXPECT_NE(std::string(error.what()).find(process), std::string::npos) << error.what();
        }
        EXPECT_TRUE(writer_of(folder, Stage::surface));
    }
    EXPECT_FALSE(fs::exists(folder.root().parent_path()));  // it was made for nothing
}

TEST(StageClaim, OfAKilledProcessKeepsNobodyOut) {
    const RunFolder folder(fresh_folder("claim_left"));
    fs::create_directories(folder.root());
    std::ofstream(folder.claim("simulate")) << "process 1 on elsewhere";
    EXPECT_FALSE(writer_of(folder, Stage::simulate));
    EXPECT_TRUE(folder.empty());
    { const StageClaim claim({}, folder, Stage::simulate, ""); }
    EXPECT_FALSE(fs::exists(folder.claim("simulate")));
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

TEST(Ledger, NamesTheFilesOfAFrame) {
    const fs::path path = fresh_folder("ledger_files.jsonl");
    LedgerRow row;
    row.frame = 3;
    row.file_bytes = {{"particles/water.0003.bgeo", 12}};
    Ledger(path, 0).add(row);
    std::ofstream(path, std::ios::app) << "{\"frame\": 4}\n";  // of an earlier version
    const std::map<int, FileSizes> expected{{3, row.file_bytes}, {4, {}}};
    EXPECT_EQ(ledger_files(path), expected);
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
