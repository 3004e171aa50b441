#include <lamella/core/random.hpp>
#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/covariance.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lamella {
namespace {

constexpr Real kRadius = 2.5f;

struct Cloud {
    explicit Cloud(Index n, Real flatness = 1.0f) : grid(1.0f) {
        particles.resize(n);
        auto& x = particles.add<Vec3Column>("P");
        for (Index i = 0; i < n; ++i) {
            Vec3 p = 4.0f * random_in_cube(1, 0, static_cast<std::uint64_t>(i));
            p.y() *= flatness;
            x.set(i, p);
        }
        grid.build(particles);
    }
    const Vec3Column& x() const { return particles.positions(); }

    ParticleSet particles;
    NeighbourGrid grid;
};

Box3 box_of(const Cloud& cloud, Index cell) {
    Box3 box;
    const auto [begin, end] = cloud.grid.particles_of(cell);
    for (Index i = begin; i < end; ++i) box.extend(cloud.x()[i]);
    return box;
}

TEST(CellNeighbourhood, HoldsWhatADoubleLoopFinds) {
    const Cloud cloud(600);
    CellNeighbourhood near;
    for (Index cell = 0; cell < cloud.grid.cell_count(); cell += 7) {
        near.gather(cloud.grid, cloud.x(), box_of(cloud, cell), kRadius);
        EXPECT_TRUE(std::ranges::is_sorted(near.rows()));
        const Index i = cloud.grid.particles_of(cell).begin;
        std::vector<Index> found;
        near.around(cloud.x()[i], kRadius).for_each_pack([&](const NeighbourPack& j) {
            for (int lane = 0; lane < kPackWidth; ++lane)
                if (j.inside[lane]) found.push_back(near.rows()[static_cast<std::size_t>(j.first + lane)]);
        });
        std::vector<Index> expected;
        for (Index j = 0; j < cloud.particles.size(); ++j)
            if ((cloud.x()[i] - cloud.x()[j]).squaredNorm() < kRadius * kRadius) expected.push_back(j);
        EXPECT_EQ(found, expected);
        const Vec3Column copy = near.gathered(cloud.x());
        for (std::size_t k = 0; k < near.rows().size(); ++k)
            ASSERT_EQ(copy[static_cast<Index>(k)], cloud.x()[near.rows()[k]]);
    }
}

TEST(NeighbourMoments, AreThoseOfADoubleLoop) {
    const Cloud cloud(600, 0.1f);
    CellNeighbourhood near;
    const CubicWeight w(kRadius);
    for (Index cell = 0; cell < cloud.grid.cell_count(); cell += 5) {
        near.gather(cloud.grid, cloud.x(), box_of(cloud, cell), kRadius);
        const Index i = cloud.grid.particles_of(cell).begin;
        const NeighbourMoments m = neighbour_moments(near.around(cloud.x()[i], kRadius),
                                                     [&](const NeighbourPack& j) { return w(j.distance()); });
        double weight = 0;
        Index count = 0;
        Vec3d mean = Vec3d::Zero();
        const auto visit = [&](auto&& f) {
            for (Index j = 0; j < cloud.particles.size(); ++j) {
                const Vec3d d = (cloud.x()[j] - cloud.x()[i]).cast<double>();
                if (d.norm() < kRadius) f(1.0 - std::pow(d.norm() / kRadius, 3), d);
            }
        };
        visit([&](double wj, const Vec3d& d) {
            weight += wj;
            mean += wj * d;
            ++count;
        });
        mean /= weight;
        Mat3d covariance = Mat3d::Zero();
        visit([&](double wj, const Vec3d& d) { covariance += wj / weight * (d - mean) * (d - mean).transpose(); });
        EXPECT_EQ(m.count, count);
        EXPECT_NEAR(m.weight, weight, 1e-5 * weight);
        EXPECT_LT((m.mean.cast<double>() - mean).norm(), 1e-5);
        EXPECT_LT((m.covariance - covariance).norm(), 1e-5);
    }
}

TEST(NeighbourMoments, OfNobodyAreZero) {
    const Cloud cloud(10);
    CellNeighbourhood near;
    near.gather(cloud.grid, cloud.x(), Box3{Vec3::Constant(50.0f), Vec3::Constant(51.0f)}, kRadius);
    const NeighbourMoments m =
        neighbour_moments(near.around(Vec3::Constant(50.5f), kRadius), [](const NeighbourPack&) { return Pack(1.0f); });
    EXPECT_EQ(m.count, 0);
    EXPECT_EQ(m.weight, 0.0f);
    EXPECT_EQ(m.mean, Vec3(Vec3::Zero()));
}

}  // namespace
}  // namespace lamella
