#include <lamella/core/random.hpp>
#include <lamella/geometry/shapes/placed_shapes.hpp>
#include <lamella/rigid/box_contact.hpp>
#include <lamella/rigid/close_pairs.hpp>
#include <lamella/rigid/contact_colours.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lamella {
namespace {

constexpr double kMargin = 0.01;
constexpr double kSettled = 1e-3;  // less is not certain after so many projections

PlacedBox random_box(std::uint64_t k, const Vec3d& centre) {
    Mat3d axes = rotation_of_degrees(180.0f * random_in_cube(5, 1, k)).cast<double>();
    make_orthonormal(axes);
    return {centre, Vec3d(0.05, 0.04, 0.03), axes};
}

// By a thousand of alternating projections; zero where the boxes overlap.
double distance_between(const PlacedBox& a, const PlacedBox& b) {
    Vec3d on_a = a.nearest(b.centre);
    for (int k = 0; k < 1000; ++k) on_a = a.nearest(b.nearest(on_a));
    return (on_a - b.nearest(on_a)).norm();
}

std::vector<Contact> touching(const PlacedBox& a, const PlacedBox& b) {
    std::vector<Contact> found;
    touch_boxes(a, b, kMargin, Contact{.normal = {}, .on_a = {}, .on_b = {}}, found);
    return found;
}

TEST(BoxContact, TouchesWhereBoxesAreNear) {
    int met = 0;
    for (std::uint64_t k = 0; k < 3000; ++k) {
        const PlacedBox a = random_box(2 * k, Vec3d::Zero());
        const PlacedBox b = random_box(2 * k + 1, 0.12 * random_in_cube(5, 2, k).cast<double>());
        const double apart = distance_between(a, b);
        const std::vector<Contact> found = touching(a, b);
        if (apart > kMargin) {
            EXPECT_TRUE(found.empty()) << k;
        }
        if (apart < 0.9 * kMargin) {
            EXPECT_FALSE(found.empty()) << k;
        }
        EXPECT_LE(found.size(), 5u) << k;
        for (const Contact& c : found) {
            ++met;
            EXPECT_LT((a.nearest(c.on_a) - c.on_a).norm(), 1e-6) << k;
            EXPECT_LT((b.nearest(c.on_b) - c.on_b).norm(), 1e-6) << k;
            EXPECT_NEAR(c.normal.norm(), 1.0, 1e-9);
            EXPECT_NEAR(c.normal.dot(c.on_a - c.on_b), c.gap, 1e-9) << k;
            if (apart > kSettled) {
                EXPECT_GT(c.gap, 0.5 * apart) << k;
            }
        }
    }
    EXPECT_GT(met, 1000);
}

TEST(BoxContact, AFaceStandsOnItsFourCorners) {
    const PlacedBox below{Vec3d::Zero(), Vec3d(0.2, 0.1, 0.2), Mat3d::Identity()};
    const PlacedBox above{Vec3d(0, 0.149, 0), Vec3d(0.1, 0.05, 0.1), Mat3d::Identity()};
    const std::vector<Contact> found = touching(above, below);
    ASSERT_EQ(found.size(), 4u);
    std::set<std::int64_t> features;
    Vec3d sum = Vec3d::Zero();
    for (const Contact& c : found) {
        features.insert(c.feature);
        sum += c.on_a;
        EXPECT_NEAR(c.gap, -0.001, 1e-9);
        EXPECT_NEAR(c.normal.y(), 1.0, 1e-9);
        EXPECT_NEAR(std::abs(c.on_a.x()), 0.1, 1e-9);
        EXPECT_NEAR(std::abs(c.on_a.z()), 0.1, 1e-9);
    }
    EXPECT_EQ(features.size(), 4u);
    EXPECT_NEAR(sum.x(), 0.0, 1e-9);
    EXPECT_NEAR(sum.z(), 0.0, 1e-9);
}

TEST(BoxContact, ABallTouchesFaceEdgeAndCorner) {
    const PlacedBox box{Vec3d::Zero(), Vec3d(0.1, 0.1, 0.1), Mat3d::Identity()};
    for (const Vec3d& out : {Vec3d(1, 0, 0), Vec3d(1, 1, 0), Vec3d(1, 1, 1)}) {
        const Vec3d at = 0.1 * out + 0.052 * out.normalized();
        std::vector<Contact> found;
        touch_ball_and_box(at, 0.05, box, kMargin, Contact{.normal = {}, .on_a = {}, .on_b = {}}, found);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_NEAR(found[0].gap, 0.002, 1e-9);
        EXPECT_LT((found[0].normal - out.normalized()).norm(), 1e-9);
    }
}

TEST(ClosePairs, AreThoseOfAllPairs) {
    std::vector<Box3> boxes;
    for (std::uint64_t k = 0; k < 150; ++k) {
        const Vec3 at = random_in_cube(6, 1, k);
        boxes.push_back(Box3{at, at}.padded(0.05f + 0.05f * std::abs(random_in_cube(6, 2, k).x())));
    }
    std::vector<std::pair<Index, Index>> expected;
    for (Index i = 0; i < 150; ++i)
        for (Index j = i + 1; j < 150; ++j) {
            const Box3 &a = boxes[i], &b = boxes[j];
            if ((a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all())
                expected.emplace_back(i, j);
        }
    ASSERT_GT(expected.size(), 20u);
    EXPECT_EQ(close_pairs(boxes), expected);
}

// More contacts of one body than there are bits for colours, too.
TEST(ContactColours, HaveNoBodyTwice) {
    constexpr Index kBodies = 400;
    std::vector<Contact> contacts;
    for (Index k = 0; k < 3000; ++k) {
        const Index a = k < 700 ? 0 : k % 37, b = 1 + (7 * k + 3) % (kBodies - 1);
        if (a == b) continue;
        contacts.push_back({.a = a, .b = k % 5 == 0 ? -1 : b, .normal = {}, .on_a = {}, .on_b = {}});
    }
    std::vector<char> answers(kBodies, 1), first(contacts.size());
    answers[5] = 0;
    for (std::size_t k = 0; k < first.size(); ++k) first[k] = k % 3 == 0;
    const ContactOrder order = coloured(contacts, answers, first);
    std::vector<int> times(contacts.size());
    for (std::size_t c = 0; c + 1 < order.colours.size(); ++c) {
        std::set<Index> bodies;
        for (Index p = order.colours[c]; p < order.colours[c + 1]; ++p)
            for (const Index k : order.packs[p]) {
                if (k < 0) continue;
                ++times[k];
                for (const Index body : {contacts[k].a, contacts[k].b})
                    if (body >= 0 && answers[body] != 0) {
                        EXPECT_TRUE(bodies.insert(body).second);
                    }
            }
    }
    EXPECT_EQ(std::ranges::count(times, 1), static_cast<std::ptrdiff_t>(times.size()));
}

}  // namespace
}  // namespace lamella
