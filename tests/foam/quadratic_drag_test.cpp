#include <lamella/foam/quadratic_drag.hpp>

#include <gtest/gtest.h>

namespace lamella {
namespace {

constexpr Real kG = 9.81f;

struct Flight {
    Vec3 x = Vec3::Zero();
    Vec3 w = Vec3::Zero();

    void fly(Real c, Real dt, int steps) {
        for (int k = 0; k < steps; ++k) {
            const Vec3 mean = mean_velocity_with_drag(w, Vec3(0.0f, -kG, 0.0f), c, dt);
            x += dt * mean;
            w = 2.0f * mean - w;
        }
    }
};

// Thrown upwards at u, it is at tan(a - t g/u_t) after t, with tan a = u / u_t (Newton, Principia, book 2).
double analytic_height(double u, double c, double t) {
    const double terminal = std::sqrt(kG / c), a = std::atan(u / terminal);
    return terminal * terminal / kG * std::log(std::cos(a - kG * t / terminal) / std::cos(a));
}

double height_error(int steps) {
    constexpr double u = 6.0, c = 0.3, t = 0.4;
    Flight flight;
    flight.w.y() = u;
    flight.fly(c, static_cast<Real>(t / steps), steps);
    return flight.x.y() - analytic_height(u, c, t);
}

TEST(QuadraticDrag, FollowsTheAnalyticThrowInSecondOrder) {
    EXPECT_LT(std::abs(height_error(64)), 1e-4);
    EXPECT_NEAR(height_error(8) / height_error(16), 4.0, 0.3);
}

TEST(QuadraticDrag, WithoutItTheParabolaIsExact) {
    Flight flight;
    flight.w = {2.0f, 3.0f, 0.0f};
    flight.fly(0.0f, 0.05f, 10);
    EXPECT_NEAR(flight.x.x(), 1.0f, 1e-6f);
    EXPECT_NEAR(flight.x.y(), 1.5f - 0.5f * kG * 0.25f, 1e-6f);
}

TEST(QuadraticDrag, FallsAtTheTerminalSpeedWhateverTheStep) {
    for (const Real dt : {0.001f, 0.02f, 0.1f}) {
        Flight flight;
        flight.fly(4.0f, dt, static_cast<int>(30.0f / dt));
        EXPECT_NEAR(flight.w.y(), -std::sqrt(kG / 4.0f), 1e-4f) << dt;
    }
}

// A ball of 4 mm of water in air: sqrt(8/3 g r rho / (C rho_air)).
TEST(QuadraticDrag, KnowsBalls) {
    const Real c = drag_of_ball(0.44f, 1.2f / 1000.0f, 0.002f);
    EXPECT_NEAR(std::sqrt(kG / c), std::sqrt(8.0 / 3.0 * kG * 0.002 * 1000.0 / (0.44 * 1.2)), 1e-3);
}

}  // namespace
}  // namespace lamella
