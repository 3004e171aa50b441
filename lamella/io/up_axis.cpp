#include <lamella/io/up_axis.hpp>

#include <cmath>
#include <numbers>

namespace lamella {

namespace {

// Quarter turns about x; sine and cosine of half the angle.
constexpr Real kHalfAngle = std::numbers::sqrt2_v<Real> / 2;

template <class Vector>
Vector to_y_up(const Vector& p) {
    return {p.x(), p.z(), -p.y()};
}
template <class Vector>
Vector to_z_up(const Vector& p) {
    return {p.x(), -p.z(), p.y()};
}

template <class Turn>
void turn_columns(ColumnTable& table, Turn&& turn) {
    for (const char* name : {"P", "v", "N"})
        if (auto* column = table.find<Vec3Column>(name))
            for (Index i = 0; i < table.size(); ++i) column->set(i, turn((*column)[i]));
}

// Premultiplies the quaternions (x, y, z, w) by that of the turn, cos + x sin.
void turn_orientations(ColumnTable& table, Real sin) {
    const Real cos = std::abs(sin);
    auto* orient = table.find<Vec4Column>("orient");
    for (Index i = 0; orient && i < table.size(); ++i) {
        const Vec4 q = (*orient)[i];
        orient->set(i, {cos * q.x() + sin * q.w(), cos * q.y() - sin * q.z(), cos * q.z() + sin * q.y(),
                        cos * q.w() - sin * q.x()});
    }
}

template <class Turn>
void turn_mesh(TriangleMesh& mesh, Turn&& turn) {
    for (Vec3& p : mesh.positions) p = turn(p);
    turn_columns(mesh.attributes, turn);
}

template <class Turn>
void turn_tets(TetMesh& mesh, Turn&& turn) {
    for (Vec3& p : mesh.positions) p = turn(p);
    turn_columns(mesh.nodes, turn);
    turn_columns(mesh.cells, turn);
}

}  // namespace

void z_up_to_y_up(ParticleSet& particles) {
    turn_columns(particles, to_y_up<Vec3>);
    turn_orientations(particles, -kHalfAngle);
    particles.origin = to_y_up(particles.origin);
}

void y_up_to_z_up(ParticleSet& particles) {
    turn_columns(particles, to_z_up<Vec3>);
    turn_orientations(particles, kHalfAngle);
    particles.origin = to_z_up(particles.origin);
}

void z_up_to_y_up(TriangleMesh& mesh) { turn_mesh(mesh, to_y_up<Vec3>); }
void y_up_to_z_up(TriangleMesh& mesh) { turn_mesh(mesh, to_z_up<Vec3>); }
void z_up_to_y_up(TetMesh& mesh) { turn_tets(mesh, to_y_up<Vec3>); }
void y_up_to_z_up(TetMesh& mesh) { turn_tets(mesh, to_z_up<Vec3>); }
void z_up_to_y_up(Strands& strands) { turn_columns(strands.points, to_y_up<Vec3>); }
void y_up_to_z_up(Strands& strands) { turn_columns(strands.points, to_z_up<Vec3>); }

}  // namespace lamella
