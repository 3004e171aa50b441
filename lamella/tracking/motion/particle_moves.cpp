#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/point_blocks.hpp>
#include <lamella/tracking/motion/particle_moves.hpp>

#include <bit>

namespace lamella {
namespace {

constexpr int kFewest = 6;
constexpr double kDiagonal = 5e-5;  // of the squared support

// Sums over the particles around a point; r_i = x_i - x.
struct Moments {
    int count = 0;
    double weight = 0.0;
    Vec3d place = Vec3d::Zero();     // sum W r
    Vec3d move = Vec3d::Zero();      // sum W u
    Mat3d spread = Mat3d::Zero();    // sum W r r^T
    Mat3d gradient = Mat3d::Zero();  // sum W u r^T
};

[[gnu::flatten]] Moments moments_of(const GatheredRange& range, const Vec3Column& moves, const ScalarColumn& shares,
                                    Real per_square) {
    Pack weight = 0.0f;
    Vec3Pack place, move;
    Pack xx = 0.0f, yy = 0.0f, zz = 0.0f, yz = 0.0f, xz = 0.0f, xy = 0.0f;
    std::array<Vec3Pack, 3> gradient;  // of each component of u
    Moments m;
    range.for_each_pack([&](const NeighbourPack& j) {
        const Pack t = larger(1.0f - per_square * j.distance_squared, Pack(0.0f));
        const Pack w = select(j.inside, shares[j] * (t * t * t), Pack(0.0f));
        const Vec3Pack r = Vec3Pack{} - j.difference;
        const Vec3Pack u = moves[j];
        const Vec3Pack wr = w * r;
        weight += w;
        place += wr;
        move += w * u;
        xx += wr.x * r.x;
        yy += wr.y * r.y;
        zz += wr.z * r.z;
        yz += wr.y * r.z;
        xz += wr.x * r.z;
        xy += wr.x * r.y;
        gradient[0] += u.x * wr;
        gradient[1] += u.y * wr;
        gradient[2] += u.z * wr;
        m.count += simd::popcount(j.inside);
    });
    m.weight = fold(weight);
    m.place = fold(place).cast<double>();
    m.move = fold(move).cast<double>();
    const double a = fold(yz), b = fold(xz), c = fold(xy);
    m.spread << fold(xx), c, b, c, fold(yy), a, b, a, fold(zz);
    for (int k = 0; k < 3; ++k) m.gradient.row(k) = fold(gradient[k]).cast<double>().transpose();
    return m;
}

// C^-1 b for a symmetric positive C.
Vec3d solve(const Mat3d& c, const Vec3d& b) {
    const Vec3d x = c.col(0), y = c.col(1), z = c.col(2);
    const Vec3d yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    return Vec3d(yz.dot(b), zx.dot(b), xy.dot(b)) / x.dot(yz);
}

Vec3 move_of(const Moments& m, double support) {
    if (!(m.weight > 0.0)) return Vec3::Zero();
    const Vec3d mean = m.place / m.weight, move = m.move / m.weight;
    if (m.count < kFewest) return move.cast<Real>();
    Mat3d covariance = m.spread / m.weight - mean * mean.transpose();
    covariance.diagonal().array() += kDiagonal * support * support;
    const Mat3d slope = m.gradient / m.weight - move * mean.transpose();
    return (move - slope * solve(covariance, mean)).cast<Real>();
}

}  // namespace

ParticleMoves::ParticleMoves(const Vec3Column& places, const Vec3Column& moves, const ScalarColumn& shares,
                             Real spacing)
    : spacing_(spacing), grid_(spacing) {
    particles_.resize(places.size());
    particles_.add<Vec3Column>("P") = places;
    particles_.add<Vec3Column>("move") = moves;
    particles_.add<ScalarColumn>("share") = shares;
    auto& number = particles_.add<IndexColumn>("id");
    for (Index i = 0; i < number.size(); ++i) number[i] = i;
    grid_.build(particles_);
}

void ParticleMoves::at(std::span<const Vec3> points, std::span<Vec3> moves) const {
    constexpr double kBlock = 1.0;  // spacings
    const Real support = kSupport * spacing_;
    const auto& x = particles_.positions();
    const auto& u = particles_.get<Vec3Column>("move");
    const auto& share = particles_.get<ScalarColumn>("share");
    const Real per_square = 1.0f / (support * support);
    const PointBlocks blocks(points, kBlock * spacing_);
    blocks.for_each("moves of vertices", [&] {
        return [&, near = CellNeighbourhood()](const Vec3d& corner, std::span<const Index> numbers) mutable {
            const Vec3d end = corner.array() + blocks.width();
            near.gather(grid_, x, Box3{corner.cast<Real>(), end.cast<Real>()}, support);
            const Vec3Column near_moves = near.gathered(u);
            const ScalarColumn near_shares = near.gathered(share);
            for (const Index i : numbers) {
                const GatheredRange range = near.around(points[i], support);
                moves[i] = move_of(moments_of(range, near_moves, near_shares, per_square), support);
            }
        };
    });
}

}  // namespace lamella
