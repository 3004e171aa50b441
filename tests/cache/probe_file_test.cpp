#include <lamella/cache/probe_file.hpp>
#include <lamella/core/bytes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace lamella {
namespace {

namespace fs = std::filesystem;

TEST(ProbeFile, KeepsWhatIsWholeUntilATime) {
    const fs::path path = fs::path(testing::TempDir()) / "lamella_probe_file" / "probes" / "gauge.csv";
    fs::remove_all(path.parent_path());
    const std::vector<std::string> columns{"time_s", "a", "b"};
    ProbeFile(path, columns, -1.0).add({{0.0, 1.0, std::nan("")}, {0.1, 2.0 / 3.0, 3.0}});
    EXPECT_EQ(read_file(path), "time_s,a,b\n0,1,\n0.1,0.666666667,3\n");
    const double third = 0.1 + 0.2;  // 0.30000000000000004
    ProbeFile(path, columns, 0.1).add({{third, 4.0, 5.0}});
    std::ofstream(path, std::ios::app) << "0.4,5.";  // a kill
    const std::string whole = "time_s,a,b\n0,1,\n0.1,0.666666667,3\n0.30000000000000004,4,5\n";
    ProbeFile(path, columns, 9.0).add({});
    EXPECT_EQ(read_file(path), whole);
    ProbeFile(path, columns, third).add({});
    EXPECT_EQ(read_file(path), whole);
    ProbeFile(path, columns, 0.3).add({});
    EXPECT_EQ(read_file(path), "time_s,a,b\n0,1,\n0.1,0.666666667,3\n");
    ProbeFile(path, columns, -1.0).add({});
    EXPECT_EQ(read_file(path), "time_s,a,b\n");
    fs::remove_all(path.parent_path());
}

}  // namespace
}  // namespace lamella
