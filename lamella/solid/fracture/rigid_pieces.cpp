#include <lamella/solid/fracture/rigid_pieces.hpp>
#include <lamella/solid/symmetric_tensor.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella {
namespace {

Mat3d inverse(const Mat3d& m) { return cofactors(m).transpose() / determinant(m); }

// The turn by |angle| about it (Rodrigues).
Mat3d turn_by(const Vec3d& angle) {
    const double size = angle.norm();
    if (size == 0.0) return Mat3d::Identity();
    const Vec3d axis = angle / size;
    Mat3d across;
    across << 0.0, -axis.z(), axis.y(), axis.z(), 0.0, -axis.x(), -axis.y(), axis.x(), 0.0;
    return Mat3d::Identity() + std::sin(size) * across + (1.0 - std::cos(size)) * across * across;
}

Mat3d orthonormal(const Mat3d& m) {
    Mat3d q;
    q.col(0) = m.col(0).normalized();
    q.col(1) = (m.col(1) - q.col(0).dot(m.col(1)) * q.col(0)).normalized();
    q.col(2) = cross(Vec3d(q.col(0)), Vec3d(q.col(1)));
    return q;
}

}  // namespace

Vec3d RigidPieces::Piece::spin_of(const Mat3d& turned) const {
    return turned * (inverse_inertia * (turned.transpose() * momentum));
}

Mat3d RigidPieces::inertia(const Piece& piece) const {
    const double cells = static_cast<double>(piece.arms.size()) * spacing_ * spacing_ / 6.0;
    Mat3d sum = cells * Mat3d::Identity();
    for (const Vec3d& arm : piece.arms) sum += arm.squaredNorm() * Mat3d::Identity() - arm * arm.transpose();
    return mass_ * sum;
}

std::vector<Index> RigidPieces::particles() const {
    std::vector<Index> all;
    for (const Piece& piece : pieces_) all.insert(all.end(), piece.particles.begin(), piece.particles.end());
    return all;
}

void RigidPieces::begin(std::span<const Index> particles, At place, At velocity) {
    Piece& piece = pieces_.emplace_back();
    piece.particles.assign(particles.begin(), particles.end());
    const auto n = static_cast<double>(particles.size());
    for (const Index i : particles) {
        piece.centre += place(i).cast<double>() / n;
        piece.velocity += velocity(i).cast<double>() / n;
    }
    for (const Index i : particles) {
        piece.arms.emplace_back(place(i).cast<double>() - piece.centre);
        piece.momentum += mass_ * cross(piece.arms.back(), Vec3d(velocity(i).cast<double>()));
    }
    piece.inverse_inertia = inverse(inertia(piece));
}

RigidPieces::Piece RigidPieces::part_of(const Piece& whole, std::span<const std::size_t> rows) const {
    Piece part;
    Vec3d middle = Vec3d::Zero();
    for (const std::size_t row : rows) middle += whole.arms[row] / static_cast<double>(rows.size());
    for (const std::size_t row : rows) {
        part.particles.push_back(whole.particles[row]);
        part.arms.emplace_back(whole.arms[row] - middle);
    }
    const Vec3d arm = whole.rotation * middle, spin = whole.spin();
    part.rotation = whole.rotation;
    part.centre = whole.centre + arm;
    part.velocity = whole.velocity + cross(spin, arm);
    const Mat3d inertia_now = inertia(part);
    part.inverse_inertia = inverse(inertia_now);
    part.momentum = whole.rotation * (inertia_now * (whole.rotation.transpose() * spin));
    return part;
}

void RigidPieces::fall_apart(std::span<const Index> names) {
    std::vector<Piece> all;
    for (Piece& piece : pieces_) {
        std::map<Index, std::vector<std::size_t>> parts;
        for (std::size_t row = 0; row < piece.particles.size(); ++row)
            parts[names[piece.particles[row]]].push_back(row);
        if (parts.size() == 1) {
            all.push_back(std::move(piece));
            continue;
        }
        for (const auto& [name, rows] : parts) all.push_back(part_of(piece, rows));
    }
    pieces_ = std::move(all);
}

void RigidPieces::kick(At acceleration, double dt) {
    for (Piece& piece : pieces_) {
        Vec3d sum = Vec3d::Zero(), moment = Vec3d::Zero();
        for (std::size_t row = 0; row < piece.arms.size(); ++row) {
            const Vec3d a = acceleration(piece.particles[row]).cast<double>();
            sum += a;
            moment += cross(Vec3d(piece.rotation * piece.arms[row]), a);
        }
        piece.velocity += dt / static_cast<double>(piece.arms.size()) * sum;
        piece.momentum += dt * mass_ * moment;
    }
}

void RigidPieces::drift(double dt) {
    for (Piece& piece : pieces_) {
        piece.centre += dt * piece.velocity;
        const Mat3d middle = turn_by(0.5 * dt * piece.spin()) * piece.rotation;
        piece.rotation = orthonormal(turn_by(dt * piece.spin_of(middle)) * piece.rotation);
    }
}

void RigidPieces::for_each(FunctionRef<void(Index, const Vec3d&, const Vec3d&)> f) const {
    for (const Piece& piece : pieces_) {
        const Vec3d spin = piece.spin();
        for (std::size_t row = 0; row < piece.arms.size(); ++row) {
            const Vec3d arm = piece.rotation * piece.arms[row];
            f(piece.particles[row], piece.centre + arm, piece.velocity + cross(spin, arm));
        }
    }
}

void RigidPieces::for_each_rotation(FunctionRef<void(Index, const Mat3d&)> f) const {
    for (const Piece& piece : pieces_)
        for (const Index i : piece.particles) f(i, piece.rotation);
}

RigidPieces::Spin RigidPieces::spin() const {
    Spin sum;
    for (const Piece& piece : pieces_) {
        const Vec3d spin = piece.spin();
        const double cells = mass_ * static_cast<double>(piece.arms.size()) * spacing_ * spacing_ / 6.0;
        sum.momentum += cells * spin;
        sum.energy += 0.5 * cells * spin.squaredNorm();
    }
    return sum;
}

RigidPieces::Flat RigidPieces::flatten() const {
    Flat flat;
    for (const Piece& piece : pieces_) {
        flat.sizes.push_back(static_cast<Index>(piece.particles.size()));
        flat.particles.insert(flat.particles.end(), piece.particles.begin(), piece.particles.end());
        flat.arms.insert(flat.arms.end(), piece.arms.begin(), piece.arms.end());
        auto& numbers = flat.motions.emplace_back();
        for (int c = 0; c < 3; ++c) {
            numbers[c] = piece.centre[c];
            numbers[12 + c] = piece.velocity[c];
            numbers[15 + c] = piece.momentum[c];
            for (int r = 0; r < 3; ++r) numbers[3 + 3 * r + c] = piece.rotation(r, c);
        }
    }
    return flat;
}

void RigidPieces::restore(const Flat& flat) {
    pieces_.assign(flat.sizes.size(), {});
    std::size_t first = 0;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
        Piece& piece = pieces_[k];
        const auto size = static_cast<std::size_t>(flat.sizes[k]);
        for (std::size_t row = first; row < first + size; ++row) {
            piece.particles.push_back(flat.particles[row]);
            piece.arms.push_back(flat.arms[row]);
        }
        first += size;
        for (int c = 0; c < 3; ++c) {
            piece.centre[c] = flat.motions[k][c];
            piece.velocity[c] = flat.motions[k][12 + c];
            piece.momentum[c] = flat.motions[k][15 + c];
            for (int r = 0; r < 3; ++r) piece.rotation(r, c) = flat.motions[k][3 + 3 * r + c];
        }
        piece.inverse_inertia = inverse(inertia(piece));
    }
}

}  // namespace lamella
