#include <lamella/solid/fracture/crack_front.hpp>

#include <gtest/gtest.h>

#include <string>

namespace lamella {
namespace {

CrackFront front_of(const std::string& states, bool closed) {
    CrackFront front{7, closed, {}};
    for (std::size_t k = 0; k < states.size(); ++k) {
        FrontNode& node = front.nodes.emplace_back();
        node.vertex = static_cast<Index>(k);
        node.state = states[k] == 'l' ? NodeState::live : states[k] == 'o' ? NodeState::out : NodeState::hit;
    }
    return front;
}

std::string vertices_of(const CrackFront& front) {
    std::string text;
    for (const FrontNode& node : front.nodes) text += std::to_string(node.vertex);
    return text + (front.closed ? "c" : "");
}

std::string runs_of(const std::string& states, bool closed) {
    std::string text;
    for (const CrackFront& run : live_runs(front_of(states, closed))) {
        EXPECT_EQ(run.sheet, 7);
        text += (text.empty() ? "" : " ") + vertices_of(run);
    }
    return text;
}

TEST(CrackFront, FallsApartAtNodesThatAreNotLive) {
    EXPECT_EQ(runs_of("lllll", false), "01234");
    EXPECT_EQ(runs_of("ollho", false), "0123");
    EXPECT_EQ(runs_of("lohll", false), "01 234");
    EXPECT_EQ(runs_of("lolol", false), "01 123 34");
    EXPECT_EQ(runs_of("ohoho", false), "");
}

TEST(CrackFront, OpensWhereALoopIsMet) {
    EXPECT_EQ(runs_of("llll", true), "0123c");
    EXPECT_EQ(runs_of("lloll", true), "234012");  // from the node that is not live once around
    EXPECT_EQ(runs_of("loohl", true), "3401");
    EXPECT_EQ(runs_of("lolo", true), "123 301");
    EXPECT_EQ(runs_of("oooo", true), "");
}

TEST(CrackFront, ForwardIsAcross) {
    CrackFront front = front_of("lll", false);
    for (int k = 0; k < 3; ++k) {
        front.nodes[k].position = Vec3d(k, 0, 0);
        front.nodes[k].up = Vec3d::UnitZ();
    }
    EXPECT_NEAR((front.forward(1) - Vec3d::UnitY()).norm(), 0.0, 1e-12);
    EXPECT_NEAR((front.tangent(0) - Vec3d::UnitX()).norm(), 0.0, 1e-12);
}

}  // namespace
}  // namespace lamella
