#include "damage.hpp"
#include "samples.hpp"

#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/io/body_poses.hpp>

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

namespace lamella {
namespace {

FramePoses sample_poses() {
    FramePoses poses{7, 0.1 + 0.2, {}, {}};
    for (const Real angle : {0.0f, 1.0f / 3.0f, -3.0f}) {
        BodyPose body;
        body.name = "paddle \"" + std::to_string(poses.bodies.size());
        body.pose.rotation = Eigen::AngleAxisf(angle, Vec3(1, 2, 3).normalized()).toRotationMatrix();
        body.pose.translation = Vec3(0.1f, -1e-20f, 1e20f);
        body.velocity = Vec3(1.0f / 3, 0, -angle);
        body.spin = Vec3(0.7f, 1e-7f, 3);
        body.force = Vec3d(0.1, 1.0 / 3, -2e10);
        body.torque = Vec3d(0.3, 0, 1e-200);
        poses.bodies.push_back(body);
    }
    const std::string a = poses.bodies[0].name, b = poses.bodies[1].name;
    poses.contacts = {{a, b, Vec3(0.1f, 2, -3), Vec3(0, 0.6f, 0.8f), Vec3d(1.0 / 3, 1e-300, 4)},
                      {b, "", Vec3(1, 0, 0), Vec3::UnitY(), Vec3d(0, 9.81, 0)}};
    return poses;
}

TEST(BodyPoses, come_back_with_the_same_bits) {
    const test::TemporaryFolder folder;
    const FramePoses poses = sample_poses();
    write_poses(folder / "bodies.0007.json", poses);
    const FramePoses found = read_poses(folder / "bodies.0007.json");
    EXPECT_EQ(found.frame, 7);
    EXPECT_EQ(found.time, poses.time);
    ASSERT_EQ(found.bodies.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        const BodyPose &a = poses.bodies[k], &b = found.bodies[k];
        EXPECT_EQ(a.name, b.name);
        EXPECT_TRUE(a.pose.rotation == b.pose.rotation && a.pose.translation == b.pose.translation);
        EXPECT_TRUE(a.velocity == b.velocity && a.spin == b.spin && a.force == b.force && a.torque == b.torque);
    }
    ASSERT_EQ(found.contacts.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k) {
        const ContactRecord &a = poses.contacts[k], &b = found.contacts[k];
        EXPECT_TRUE(a.a == b.a && a.b == b.b);
        EXPECT_TRUE(a.point == b.point && a.normal == b.normal && a.force == b.force);
    }
    EXPECT_EQ(found.find(poses.bodies[1].name), &found.bodies[1]);
    EXPECT_EQ(found.find("other"), nullptr);
}

TEST(BodyPoses, of_earlier_versions_have_no_contacts) {
    const FramePoses found = parse_poses(R"({"frame": 1, "time_s": 0, "bodies": []})", "a");
    EXPECT_TRUE(found.contacts.empty());
}

TEST(BodyPoses, refuse_contacts_that_cannot_be) {
    const auto with = [](const std::string& contacts) {
        auto file = nlohmann::json::parse(poses_json(sample_poses()));
        file["contacts"] = nlohmann::json::parse(contacts);
        return file.dump();
    };
    const std::string a = nlohmann::json(sample_poses().bodies[0].name).dump();
    const std::string rest = R"(, "point": [0, 0, 0], "normal": [0, 1, 0], "force_N": [0, 1, 0]}])";
    EXPECT_NO_THROW(parse_poses(with("[{\"a\": " + a + ", \"b\": null" + rest), "a"));
    for (const std::string& bad :
         {std::string("{}"), std::string("[1]"), std::string("[{}]"), "[{\"a\": " + a + rest,
          "[{\"a\": 7, \"b\": null" + rest, "[{\"a\": \"nobody\", \"b\": null" + rest,
          "[{\"a\": " + a + ", \"b\": \"nobody\"" + rest,
          "[{\"a\": " + a + R"(, "b": null, "point": [0, 0], "normal": [0, 1, 0], "force_N": [0, 1, 0]}])"})
        EXPECT_THROW(parse_poses(with(bad), "a"), InputError) << bad;
}

// x, y, z, w of a turn by 120 degrees about the diagonal, which takes x to y.
TEST(BodyPoses, give_the_quaternion_for_other_programs) {
    FramePoses poses{1, 0, BodyPoses(1), {}};
    poses.bodies[0].pose.rotation << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    const auto body = nlohmann::json::parse(poses_json(poses)).at("bodies").at(0);
    const auto orient = body.at("orient").get<std::vector<double>>();
    for (const double part : orient) EXPECT_NEAR(part, 0.5, 1e-12);
    EXPECT_EQ(body.at("rotation").get<std::vector<double>>(), (std::vector<double>{0, 0, 1, 1, 0, 0, 0, 1, 0}));
}

TEST(BodyPoses, refuse_what_cannot_be) {
    const std::string good = poses_json(sample_poses());
    EXPECT_TRUE(holds_poses(good));
    for (const auto& [what, by] :
         std::initializer_list<std::pair<std::string, std::string>>{{"\"frame\": 7", "\"frame\": 7.5"},
                                                                    {"\"frame\": 7", "\"frame\": \"7\""},
                                                                    {"\"time_s\"", "\"time\""},
                                                                    {"\"rotation\"", "\"turned\""},
                                                                    {"\"spin\": [", "\"spin\": [1, "},
                                                                    {"1e-07", "1e60"}}) {
        std::string bad = good;
        const auto at = bad.find(what);
        if (at == bad.npos) continue;
        EXPECT_THROW(parse_poses(bad.replace(at, what.size(), by), "a"), InputError) << what;
    }
    EXPECT_THROW(parse_poses(std::string(1000, '['), "a"), InputError);
    EXPECT_THROW(parse_poses("[]", "a"), InputError);
    EXPECT_THROW(parse_poses("{\"frame\":1,\"time_s\":1e999,\"bodies\":[]}", "a"), InputError);
    EXPECT_FALSE(holds_poses("{\"version\": 1, \"bodies\": []}"));
    EXPECT_FALSE(holds_poses("BgeoV"));
}

TEST(BodyPoses, survive_cuts_and_changes) {
    test::survives_damage(poses_json(sample_poses()), [](std::string_view bytes) { parse_poses(bytes, "damaged"); });
}

}  // namespace
}  // namespace lamella
