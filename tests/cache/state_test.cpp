#include "solver_state.hpp"

#include <lamella/cache/checkpoint.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/random.hpp>
#include <lamella/geometry/connected/connected_mesh.hpp>
#include <lamella/geometry/connected/connected_mesh_check.hpp>
#include <lamella/geometry/connected/edge_collapse.hpp>
#include <lamella/geometry/connected/edge_split.hpp>
#include <lamella/geometry/connected/mesh_compaction.hpp>
#include <lamella/grid/face_field.hpp>
#include <lamella/matter/state_copy.hpp>
#include <lamella/particles/particle_set.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

struct Crack {
    std::vector<Vec3> front;
    bool open = false;

    template <class V>
    void state(V& visit) {
        visit("front", front);
        visit("open", open);
    }
};

// Everything that it has grows and shrinks, as a function of what it has.
struct Toy {
    std::int64_t steps = 0;
    Vec3d drift = Vec3d::Zero();
    std::string phase = "solid";
    std::vector<double> numbers;
    std::vector<std::uint8_t> flags;
    std::vector<Vec4i> quads;
    std::array<std::vector<Vec3i>, 2> loops;
    std::map<std::string, double> totals;
    ParticleSet particles;
    TriangleMesh skin;
    TetMesh body;
    Strands fur;
    TileSet tiles;
    TileField<float> phi;
    FaceField faces;
    Crack crack;
    ConnectedMesh tracked{tetrahedron()};

    void step() {
        ++steps;
        const auto at = [&](std::uint64_t stream) { return static_cast<Index>(random_bits(7, stream, steps) % 9); };
        const auto value = [&](Index i) { return random_unit(3, steps, i) + static_cast<Real>(numbers.size()); };
        drift += Vec3d(0.1, value(1), 0.3);
        phase = std::string(at(0), 'x');
        numbers.resize(at(1), value(2));
        flags.assign(at(2), static_cast<std::uint8_t>(at(3)));
        quads.assign(at(4), Vec4i(1, at(5), 3, 4));
        for (auto& loop : loops) loop.assign(at(5), Vec3i(at(6), 1, 2));
        totals["k" + std::to_string(at(7))] += value(3);
        if (at(8) < 3) totals.clear();
        change(particles, at(9), value(4));
        change_meshes(at(10), value(5));
        change_tiles(at(11), value(6));
        crack.front.resize(at(12), Vec3::Constant(value(7)));
        crack.open = at(13) % 2 == 0;
        change_tracked(at(14));
    }

    template <class V>
    void state(V& visit) {
        visit("steps", steps);
        visit("drift", drift);
        visit("phase", phase);
        visit("numbers", numbers);
        visit("flags", flags);
        visit("quads", quads);
        visit("loops", loops);
        visit("totals", totals);
        visit("particles", particles);
        visit("skin", skin);
        visit("body", body);
        visit("fur", fur);
        visit("tiles", tiles);
        visit("phi", phi);
        visit("faces", faces);
        visit("crack", crack);
        visit("tracked", tracked);
    }

private:
    static void change(ColumnTable& table, Index rows, Real value) {
        const std::string name = "c" + std::to_string(rows % 3);
        if (table.has(name) && rows % 2 == 0) table.remove(name);
        table.resize(rows);
        auto& column = table.add<Vec3Column>(name);
        auto& id = table.add<IndexColumn>("id");
        auto& heat = table.add<ScalarColumn>("heat");
        table.add<Vec4Column>("orient");
        for (Index i = 0; i < rows; ++i) {
            column.set(i, column[i] + Vec3::Constant(value));
            id[i] += i;
            heat[i] += value;
        }
    }
    void change_meshes(Index n, Real value) {
        skin.positions.resize(n + 3, Vec3::Constant(value));
        skin.triangles.assign(n, Vec3i(0, 1, 2));
        change(skin.attributes, skin.vertex_count(), value);
        body.positions.resize(n + 4, Vec3::Constant(value));
        body.tets.assign(n, Vec4i(0, 1, 2, 3));
        change(body.nodes, body.node_count(), value);
        change(body.cells, body.tet_count(), value);
        change(fur.points, 2 * n, value);
        fur.first = {0};
        for (Index s = 0; s < n; ++s) fur.first.push_back(2 * s + 2);
    }
    static TriangleMesh tetrahedron() {
        TriangleMesh mesh;
        mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
        return mesh;
    }
    void change_tracked(Index n) {
        tracked.vertices.number();
        tracked.faces.table().add<ScalarColumn>("heat")[0] += static_cast<Real>(n);
        for (Index k = 0; k < n; ++k) split_edge(tracked, (7 * k) % tracked.edge_slots());
        for (Index k = 0; k < n; ++k) collapse_edge(tracked, (5 * k) % tracked.edge_slots());
        if (n % 4 == 0) compact(tracked);
    }
    void change_tiles(Index n, Real value) {
        std::vector<Vec3i> list;
        for (Index t = 0; t < n; ++t) list.emplace_back(t, -t, 2 * t);
        tiles = TileSet(list);
        phi.assign(tiles, value);
        assign(faces, tiles, value + 1.0f);
    }
};

Toy toy_after(int steps) {
    Toy toy;
    for (int s = 0; s < steps; ++s) toy.step();
    return toy;
}

TEST(State, GoesOnAfterItHasGrownAndShrunk) {
    for (int stopped = 0; stopped < 20; ++stopped) {
        Toy first = toy_after(stopped);
        Toy second;
        go_on_from(state_of(first), second);
        EXPECT_EQ(state_hash(first), state_hash(second)) << stopped;
        for (int s = 0; s < 10; ++s) {
            first.step();
            second.step();
        }
        EXPECT_EQ(state_hash(first), state_hash(second)) << stopped;
    }
}

TEST(State, OfAConnectedMeshIsWhole) {
    Toy toy = toy_after(9), other;
    go_on_from(state_of(toy), other);
    EXPECT_EQ(check(other.tracked), "");
    EXPECT_GT(other.tracked.face_slots(), 4);
}

TEST(State, NamesAreReadable) {
    Toy toy = toy_after(4);
    const StateArchive archive = state_of(toy);
    for (const char* name :
         {"particles", "particles:columns", "particles.orient.3/4", "skin.positions", "skin.vertices",
          "skin.vertices.id", "body.cells.heat", "fur.points.id", "faces.2/3", "crack.front"})
        EXPECT_TRUE(archive.items().contains(name)) << name;
}

TEST(StateCopy, UndoesStepsOfAnySize) {
    StateCopy copy;
    for (int kept = 0; kept < 20; ++kept) {
        Toy toy = toy_after(kept);
        const std::uint64_t before = state_hash(toy);
        copy.keep(toy);
        for (int s = 0; s < 1 + kept % 5; ++s) toy.step();
        ASSERT_NE(state_hash(toy), before);
        copy.restore(toy);
        EXPECT_EQ(state_hash(toy), before) << kept;
        toy.step();
        Toy straight = toy_after(kept + 1);
        EXPECT_EQ(state_hash(toy), state_hash(straight)) << kept;
    }
}

TEST(StateCopy, KeepsLargeArraysInTheSameMemory) {
    struct Large {
        std::vector<double> numbers;
        void state(StateVisitor& visit) { visit("numbers", numbers); }
    };
    Large large;
    for (int i = 0; i < 1'000'003; ++i) large.numbers.push_back(1.0 / (1 + i));
    const std::vector<double> before = large.numbers;
    StateCopy copy;
    copy.keep(large);
    large.numbers.assign(5, 0.0);
    copy.restore(large);
    EXPECT_EQ(large.numbers, before);
    const std::size_t memory = copy.memory_bytes();
    copy.keep(large);
    EXPECT_EQ(copy.memory_bytes(), memory);
}

TEST(StateCopy, TakesAwayColumnsThatCameLater) {
    Toy toy = toy_after(3);
    StateCopy copy;
    copy.keep(toy);
    toy.particles.add<ScalarColumn>("later")[0] = 1.0f;
    copy.restore(toy);
    EXPECT_FALSE(toy.particles.has("later"));
}

TEST(StateCopy, OfAnotherSolverIsAnError) {
    StateCopy copy;
    Crack crack;
    copy.keep(crack);
    Toy toy;
    EXPECT_THROW(copy.restore(toy), RunError);
}

TEST(State, AColumnThatTheSolverHasMadeMustHaveBeenSaved) {
    Toy saved = toy_after(3), other = toy_after(3);
    other.particles.add<ScalarColumn>("density");
    EXPECT_THROW(go_on_from(state_of(saved), other), RunError);
    Toy another = toy_after(3);
    another.particles.remove("id");
    another.particles.add<ScalarColumn>("id");
    EXPECT_THROW(go_on_from(state_of(saved), another), RunError);
}

TEST(State, ASpanHasALengthThatDoesNotChange) {
    struct Fixed {
        std::vector<double> values;
        void state(StateVisitor& visit) {
            std::span fixed(values);
            visit("values", fixed);
        }
    };
    Fixed saved{{1.0, 2.0}}, same{{0.0, 0.0}}, longer{{0.0, 0.0, 0.0}};
    go_on_from(state_of(saved), same);
    EXPECT_EQ(same.values, saved.values);
    EXPECT_THROW(go_on_from(state_of(saved), longer), RunError);
    StateCopy copy;
    copy.keep(saved);
    EXPECT_THROW(copy.restore(longer), RunError);
}

// A state whose array of that name was replaced.
template <class T>
StateArchive damaged(const std::string& name, std::vector<T> values) {
    Toy toy = toy_after(6);
    StateArchive archive = state_of(toy);
    if (!archive.items().contains(name)) throw std::logic_error(name);
    StateSaver saver(archive);
    saver(name, values);
    return archive;
}

TEST(State, ArraysThatDoNotFitTogetherAreInputErrors) {
    const auto refused = [](const StateArchive& archive) {
        Toy toy;
        EXPECT_THROW(go_on_from(archive, toy), InputError);
    };
    refused(damaged<float>("crack.front", {1.0f, 2.0f}));
    refused(damaged<std::int32_t>("quads", {1, 2, 3, 4, 5}));
    refused(damaged<float>("phi", {1.0f}));
    refused(damaged<std::uint64_t>("tiles", {3, 2}));
    refused(damaged<std::uint64_t>("tiles", {3, 3}));
    refused(damaged<std::uint64_t>("tiles", {std::uint64_t{1} << 63}));
    refused(damaged<std::int32_t>("skin.triangles", {0, 1, 99}));
    refused(damaged<std::int32_t>("skin.triangles", {0, 1, -1}));
    refused(damaged<std::int32_t>("body.tets", {0, 1, 2, 99}));
    refused(damaged<std::int32_t>("fur.first", {}));
    refused(damaged<std::int32_t>("fur.first", {0, 7, 1}));
    refused(damaged<std::int64_t>("totals:keys:lengths", {-1}));
    refused(damaged<std::int64_t>("totals:keys:lengths", {1, 1, 1, 1, 1, 1, 1, 1, 1}));
    refused(damaged<char>("particles:columns", {'a'}));
}

TEST(State, ADamagedListOfColumnsIsAnError) {
    struct Table {
        ColumnTable table;
        void state(StateVisitor& visit) { visit("t", table); }
    };
    for (const std::string words : {"", "vec3", "vec9 P", "vec3 Q", "index P"}) {
        Table saved, read;
        saved.table.resize(2);
        saved.table.add<Vec3Column>("P");
        StateArchive archive = state_of(saved);
        std::vector<std::string> list{words};
        StateSaver saver(archive);
        saver("t:columns", list);
        EXPECT_ANY_THROW(go_on_from(archive, read)) << words;
    }
    for (const std::int64_t rows : {std::int64_t{-1}, std::int64_t{1} << 31, std::int64_t{1} << 62}) {
        Table saved, read;  // without columns nothing else tells the number of rows
        StateArchive archive = state_of(saved);
        std::int64_t wrong = rows;
        StateSaver saver(archive);
        saver("t", wrong);
        EXPECT_THROW(go_on_from(archive, read), InputError) << rows;
    }
}

}  // namespace
}  // namespace lamella
