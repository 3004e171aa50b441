// A block of particles on a lattice with its pairs, for tests of cracks.
#pragma once

#include <lamella/particles/rest_pairs.hpp>
#include <lamella/solid/fracture/pair_transparency.hpp>
#include <lamella/solid/fracture/rest_body.hpp>

#include <algorithm>

namespace lamella::testing {

inline constexpr Real kSupport = 2.2f;  // spacings; the spacing is 1

// Particles at 0.5, 1.5, ... along each axis.
struct Block {
    explicit Block(const Vec3i& counts) : size(counts.cast<Real>()) {
        places.resize(counts.prod());
        Index k = 0;
        for (Index z = 0; z < counts.z(); ++z)
            for (Index y = 0; y < counts.y(); ++y)
                for (Index x = 0; x < counts.x(); ++x)
                    places.set(k++, Vec3i(x, y, z).cast<Real>() + Vec3::Constant(0.5f));
    }

    PairRows pairs() const {
        ScalarColumn supports;
        supports.resize(places.size());
        std::fill_n(supports.span().begin(), places.size(), kSupport);
        const RestPairs all(places, supports);
        PairRows rows;
        for (Index i = 0; i < places.size(); ++i) {
            for (const Index j : all.others(i))
                if (j > i) rows.others.push_back(j);
            rows.begins.push_back(static_cast<Index>(rows.others.size()));
        }
        return rows;
    }
    PairTransparency transparency() const { return {places, pairs(), kSupport}; }

    RestBody body() const {
        return {[half = Vec3(0.5f * size)](const Vec3& p) {
                    const Vec3 q = (p - half).cwiseAbs() - half;
                    return q.cwiseMax(0.0f).norm() + std::min(q.maxCoeff(), 0.0f);
                },
                1.0};
    }

    Vec3 size;
    Vec3Column places;
};

// The plane x = at across the block, up to y = front; with a front there that goes along y.
inline void add_edge_crack(CrackSheets& sheets, const Block& block, double at, double front, int pieces = 10) {
    std::vector<Vec3d> vertices;
    std::vector<Vec3i> triangles;
    std::vector<Index> rim;
    for (Index k = 0; k <= pieces; ++k) {
        const double z = -0.75 + (block.size.z() + 1.5) * k / pieces;
        vertices.emplace_back(at, -0.75, z);
        vertices.emplace_back(at, front, z);
        if (k == pieces) break;
        triangles.emplace_back(2 * k, 2 * k + 1, 2 * k + 3);
        triangles.emplace_back(2 * k, 2 * k + 3, 2 * k + 2);
    }
    const Index first = sheets.add_sheet(vertices, triangles);
    for (Index k = 0; k <= pieces; ++k) rim.push_back(first + 2 * k + 1);
    sheets.add_front(rim, std::vector<Vec3d>(rim.size(), Vec3d::UnitY()), false, sheets.sheet_count() - 1);
    CrackFront& line = sheets.fronts().back();
    line.nodes.front().state = line.nodes.back().state = NodeState::out;
}

}  // namespace lamella::testing
