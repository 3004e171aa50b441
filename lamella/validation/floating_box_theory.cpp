#include <lamella/validation/floating_box_theory.hpp>

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>

#include <cmath>
#include <limits>

namespace lamella {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// The potential phi of the velocity in square cells: given on the surface beside the box, with the normal derivative
// q' N on the box, q' its speed and N the motion of its points.
class Potential {
public:
    Potential(const FloatingBox& box, BoxMotion motion, double cell)
        : columns_(std::lround(box.tank_width / cell)),
          rows_(std::lround(box.depth / cell)),
          left_(std::lround(0.5 * (box.tank_width - box.width) / cell)),
          right_(columns_ - left_),
          bottom_(rows_ - std::lround(box.draft() / cell)),
          cell_(cell),
          motion_(motion),
          centre_(box.depth - box.draft() + 0.5 * box.height) {
        for (long i = 0; i < columns_; ++i)
            if (!in_box(i, rows_ - 1)) surface_.push_back(i);
    }

    // Response of the surface's rise and of the force on the box to the potential on the surface and the speed of the
    // box: [rise; force / rho] = answer [phi; q'], the force by the potential's rate instead of the potential.
    MatrixXd answer() const;
    long surface_cells() const { return static_cast<long>(surface_.size()); }
    double cell() const { return cell_; }

private:
    bool in_box(long i, long j) const { return j >= bottom_ && i >= left_ && i < right_; }
    bool inside(long i, long j) const { return i >= 0 && i < columns_ && j >= 0 && j < rows_ && !in_box(i, j); }
    long number(long i, long j) const { return j * columns_ + i; }

    // N along the way (di, dj) from the cell into the box.
    double normal_motion(long i, long j, long di, long dj) const {
        if (motion_ == BoxMotion::heave) return static_cast<double>(dj);
        const double x =
            (static_cast<double>(i) + 0.5 + 0.5 * static_cast<double>(di) - 0.5 * static_cast<double>(columns_)) *
            cell_;
        const double y = (static_cast<double>(j) + 0.5 + 0.5 * static_cast<double>(dj)) * cell_ - centre_;
        return static_cast<double>(dj) * x - static_cast<double>(di) * y;
    }
    template <class F>
    void for_each_box_face(F&& f) const {
        for (long j = 0; j < rows_; ++j)
            for (long i = 0; i < columns_; ++i) {
                if (!inside(i, j)) continue;
                for (const auto& [di, dj] : {std::pair{1L, 0L}, {-1L, 0L}, {0L, 1L}})
                    if (i + di >= 0 && i + di < columns_ && j + dj < rows_ && in_box(i + di, j + dj))
                        f(number(i, j), normal_motion(i, j, di, dj));
            }
    }

    long columns_, rows_, left_, right_, bottom_;
    double cell_;
    BoxMotion motion_;
    double centre_;  // of the box, above the floor
    std::vector<long> surface_;
};

MatrixXd Potential::answer() const {
    const long n = columns_ * rows_, m = surface_cells();
    std::vector<Eigen::Triplet<double>> terms;
    for (long j = 0; j < rows_; ++j)
        for (long i = 0; i < columns_; ++i) {
            double own = inside(i, j) ? 0.0 : 1.0;
            for (const auto& [di, dj] : {std::pair{1L, 0L}, {-1L, 0L}, {0L, 1L}, {0L, -1L}})
                if (inside(i, j) && inside(i + di, j + dj)) {
                    own += 1.0;
                    terms.emplace_back(number(i, j), number(i + di, j + dj), -1.0);
                }
            if (inside(i, j) && j == rows_ - 1) own += 2.0;  // the surface lies half a cell above
            terms.emplace_back(number(i, j), number(i, j), own);
        }
    Eigen::SparseMatrix<double> laplace(n, n);
    laplace.setFromTriplets(terms.begin(), terms.end());
    MatrixXd right = MatrixXd::Zero(n, m + 1);
    for (long k = 0; k < m; ++k) right(number(surface_[static_cast<std::size_t>(k)], rows_ - 1), k) = 2.0;
    for_each_box_face([&](long cell, double motion) { right(cell, m) += motion * cell_; });
    const MatrixXd phi = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(laplace).solve(right);
    MatrixXd result = MatrixXd::Zero(m + 1, m + 1);
    for (long k = 0; k < m; ++k) {
        result.row(k) = -phi.row(number(surface_[static_cast<std::size_t>(k)], rows_ - 1)) * (2.0 / cell_);
        result(k, k) += 2.0 / cell_;
    }
    // p = -rho phi', and N points into the box.
    for_each_box_face([&](long cell, double motion) { result.row(m) -= motion * cell_ * phi.row(cell); });
    return result;
}

// Restoring force and inertia over rho, a metre of length.
std::pair<double, double> box_constants(const FloatingBox& box, BoxMotion motion, double gravity) {
    const double area = box.width * box.draft();
    if (motion == BoxMotion::heave) return {gravity * box.width, area};
    const double metacentre = box.width * box.width / (12.0 * box.draft()) - 0.5 * (box.height - box.draft());
    return {gravity * area * metacentre, area * (box.width * box.width + box.height * box.height) / 12.0};
}

}  // namespace

// With phi' = -g eta on the surface: eta'' = D phi' + e q'', I q'' = -C q + A phi' + b q''.
Series linear_swing(const FloatingBox& box, BoxMotion motion, double cell, double gravity, double end) {
    const Potential potential(box, motion, cell);
    const MatrixXd answer = potential.answer();
    const long m = potential.surface_cells();
    const auto [restoring, inertia] = box_constants(box, motion, gravity);
    MatrixXd mass = MatrixXd::Identity(m + 1, m + 1), stiffness = MatrixXd::Zero(m + 1, m + 1);
    mass.col(m).head(m) = -answer.col(m).head(m);
    mass(m, m) = inertia - answer(m, m);
    stiffness.leftCols(m) = -gravity * answer.leftCols(m);
    stiffness(m, m) = -restoring;
    const MatrixXd acceleration = mass.partialPivLu().solve(stiffness);
    VectorXd place = VectorXd::Zero(m + 1), speed = place;
    place[m] = 1.0;
    Series swing{"linear theory", Series::Mark::line, {}};
    const double dt = 0.1 * std::sqrt(cell / gravity);
    for (double t = 0.0; t < end; t += dt) {
        swing.points.emplace_back(t, place[m]);
        speed += dt * (acceleration * place);
        place += dt * speed;
    }
    return swing;
}

double first_period(const Series& swing) {
    constexpr double kLeast = 0.05;  // of the first deflection, by which it turns back: less is noise
    const auto& points = swing.points;
    auto trough = points.begin(), crest = points.begin();
    for (auto at = points.begin(); at != points.end(); ++at) {
        if (crest == points.begin() && at->second < trough->second) trough = at;
        if (at->second > trough->second + kLeast && (crest == points.begin() || at->second > crest->second)) crest = at;
        if (crest != points.begin() && at->second < crest->second - kLeast) return 2.0 * (crest->first - trough->first);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace lamella
