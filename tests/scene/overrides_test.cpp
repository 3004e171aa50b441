#include "messages.hpp"

#include <gtest/gtest.h>

#include <lamella/scene/scene.hpp>

namespace lamella {
namespace {

Scene with(const std::vector<std::string>& overrides) { return *read_scene(kScene, "s.json", overrides).scene; }

TEST(Overrides, SetNumbersWordsAndLists) {
    const Scene scene = with({"frames=7", "description=two words", "gravity=[0, 0, -1]", "fluids[milk].viscosity=3",
                              "fluids[0].shapes[0].max[1]=0.25", "fluids[0].shapes[0].lattice=hexagonal"});
    EXPECT_EQ(scene.frames, 7);
    EXPECT_EQ(scene.description, "two words");
    EXPECT_EQ(scene.gravity, Vec3(0, 0, -1));
    EXPECT_EQ(scene.fluids[0].viscosity, 3.0f);
    EXPECT_EQ(std::get<BoxShape>(scene.fluids[0].shapes[0].shape).max.y(), 0.25f);
    EXPECT_EQ(scene.fluids[0].shapes[0].lattice, Lattice::hexagonal);
}

TEST(Overrides, MakeWhatIsMissingOnTheWay) {
    const Scene scene = with(
        {"render.camera.field_of_view=45", "surface.cell=1", "solver.pressure.type=wcsph", "solver.pressure.gamma=3"});
    EXPECT_EQ(scene.render->camera.field_of_view, 45.0f);
    EXPECT_EQ(std::get<TrueVolumeParameters>(*scene.surface).mesh.cell, 1.0f);
    EXPECT_EQ(std::get<WcsphBecker2007::Parameters>(std::get<SphParameters>(scene.solver).pressure).gamma, 3.0f);
}

TEST(Overrides, LaterOnesWinAndNullRemoves) {
    EXPECT_EQ(with({"frames=7", "frames=8"}).frames, 8);
    EXPECT_FALSE(with({"render.width=64", "render=null"}).render);
}

TEST(Overrides, AreNamedInMessages) {
    const auto fault = [](const std::vector<std::string>& overrides) { return scene_message(kScene, overrides); };
    EXPECT_EQ(fault({"frames=2", "fluids[milk].viscocity=2"}),
              "--set #2: 'viscocity' is not a parameter of 'fluids[0]' (did you mean 'viscosity'?)");
    EXPECT_EQ(fault({"fluids[mlik].viscosity=2"}),
              "--set #1: 'fluids' has 1 elements and none is 'mlik' (did you mean 'milk'?)");
    EXPECT_EQ(fault({"fluids[1].viscosity=2"}),
              "--set #1: 'fluids' has 1 elements and none is '1'; allowed are 'milk'");
    EXPECT_EQ(fault({"gravity=down"}),
              "--set #1: 'gravity' is \"down\", but must be a list of 3 numbers (unit: m/s^2)");
    EXPECT_EQ(fault({"gravity[1]=0"}), "--set #1: 'gravity' is not in the scene file; set the whole list");
    EXPECT_EQ(fault({"frames[0]=3"}), "--set #1: 'frames' is 10, not a list");
    EXPECT_EQ(fault({"frames.x=3"}), "--set #1: 'frames' is 10, which has no 'x'");
    EXPECT_EQ(fault({"solver.typ=sph"}), "--set #1: 'typ' is not a parameter of sph (did you mean 'type'?)");
    EXPECT_EQ(fault({"gravity=[1"}), "--set #1: found the end of the text where ',' or ']' belongs");
    for (const char* bad : {"", "frames", "=3", "[0]=3", "a..b=3", "a.=3", "fluids[=3", "fluids[]=3", "fluids[0]x=3"}) {
        EXPECT_EQ(fault({bad}).find("--set #1: "), 0u) << bad;
        EXPECT_NE(fault({bad}).find("is not of the form path=value"), std::string::npos) << bad;
    }
}

}  // namespace
}  // namespace lamella
