#include <lamella/particles/cell_neighbourhood.hpp>
#include <lamella/particles/mass_units.hpp>
#include <lamella/particles/sheets/sheet_candidates_ando2011.hpp>

#include <algorithm>
#include <utility>

namespace lamella {
namespace {

constexpr Real kFarthestPartner = 3.5f;  // a10, in spacings

class Search {
public:
    Search(const NeighbourGrid& grid, const ParticleSet& particles, Real spacing, Real flatness, Index least_mass)
        : grid_(grid),
          x_(particles.positions()),
          v_(particles.find<Vec3Column>("v")),
          normal_(particles.find<Vec3Column>("normal")),
          id_(particles.get<IndexColumn>("id")),
          filling_(particles.get<ScalarColumn>("filling")),
          room_(kSheetRoom * spacing),
          farthest_(kFarthestPartner * spacing),
          splits_(static_cast<std::size_t>(x_.size())) {
        const auto& units = particles.get<IndexColumn>(kMassColumn);
        const auto& stretch = particles.get<ScalarColumn>("stretch");
        parallel_for("thin", x_.size(),
                     [&](Index i) { splits_[i] = stretch[i] <= flatness && units[i] >= least_mass ? 1 : 0; });
    }

    bool splits(Index i) const { return splits_[i] != 0; }
    Real farthest() const { return farthest_; }

    std::vector<Index> cells() const {
        std::vector<Index> found;
        for (Index i = 0; i < x_.size(); ++i)
            if (splits(i) && (found.empty() || found.back() != grid_.cell_of(i))) found.push_back(grid_.cell_of(i));
        return found;
    }

    void look_around(Index cell, const CellNeighbourhood& near, std::vector<SheetCandidate>& found) const {
        std::vector<Index> partners;  // in the order of gathering
        for (Index k = 0; k < static_cast<Index>(near.rows().size()); ++k)
            if (splits(near.rows()[k])) partners.push_back(k);
        const auto [begin, end] = grid_.particles_of(cell);
        for (Index i = begin; i < end; ++i)
            for (const Index k : partners)
                if (splits(i)) look_at_pair(i, near.rows()[k], near.place(k) - x_[i], near, found);
    }

private:
    bool in_one_plane(Index i, Index j, const Vec3& apart) const {
        constexpr Real kParallel = 0.8f, kAcross = 0.5f;
        const Vec3 n = (*normal_)[i], m = (*normal_)[j];
        const Real most = kAcross * apart.norm();
        return std::abs(n.dot(m)) >= kParallel && std::abs(n.dot(apart)) <= most && std::abs(m.dot(apart)) <= most;
    }
    void look_at_pair(Index i, Index j, const Vec3& apart, const CellNeighbourhood& near,
                      std::vector<SheetCandidate>& found) const {
        const Real squared = apart.squaredNorm();
        if (id_[j] <= id_[i] || squared > farthest_ * farthest_ || squared < 4.0f * room_ * room_) return;
        if (!(v_ ? apart.dot((*v_)[j] - (*v_)[i]) > 0.0f : in_one_plane(i, j, apart))) return;
        const Vec3 middle = x_[i] + 0.5f * apart;
        if (count(near.around(middle, room_)) > 0) return;  // (12)
        found.push_back({grid_.box().wrapped(middle), i, j, static_cast<Index>((filling_[i] + filling_[j]) * 0x1p16f)});
    }

    const NeighbourGrid& grid_;
    const Vec3Column& x_;
    const Vec3Column* v_;
    const Vec3Column* normal_;
    const IndexColumn& id_;
    const ScalarColumn& filling_;
    Real room_;
    Real farthest_;
    std::vector<std::uint8_t> splits_;
};

}  // namespace

std::vector<SheetCandidate> find_candidates(const NeighbourGrid& grid, const ParticleSet& particles, Real spacing,
                                            Real flatness, Index least_mass) {
    const Search search(grid, particles, spacing, flatness, least_mass);
    const std::vector<Index> cells = search.cells();
    std::vector<std::vector<SheetCandidate>> found(cells.size());
    for_each_neighbourhood(
        "sheet candidates", grid, particles.positions(), cells, search.farthest(),
        [&](Index i) { return search.splits(i); },
        [&](Index cell, const CellNeighbourhood& near) {
            const auto slot = std::ranges::lower_bound(cells, cell) - cells.begin();
            search.look_around(cell, near, found[static_cast<std::size_t>(slot)]);
        });
    std::vector<SheetCandidate> candidates;
    for (const auto& part : found) candidates.insert(candidates.end(), part.begin(), part.end());
    const auto& id = particles.get<IndexColumn>("id");
    std::ranges::stable_sort(candidates, [&](const SheetCandidate& a, const SheetCandidate& b) {  // (13)
        if (a.filling != b.filling) return a.filling < b.filling;
        return std::pair(id[a.first], id[a.second]) < std::pair(id[b.first], id[b.second]);
    });
    return candidates;
}

}  // namespace lamella
