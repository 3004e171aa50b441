#include <lamella/core/parallel.hpp>
#include <lamella/skinned/jittered_parts.hpp>
#include <lamella/skinned/tet_walk.hpp>
#include <lamella/skinned/water_transport.hpp>

namespace lamella {
namespace {

constexpr Index kParts = 8;
constexpr std::ptrdiff_t kChunk = 256;
constexpr Index kNobody = -1, kOutside = -2;

bool is_inside(const Vec4& coordinates) { return coordinates.minCoeff() >= 0.0f; }

}  // namespace

std::vector<LeavingWater> WaterTransport::advance(const MeshStep& step, const ActiveCells& active, WaterCells& water,
                                                  std::uint64_t number) {
    step_ = &step;
    active_ = &active;
    water_ = &water;
    number_ = number;
    plan_travels();
    find_sources();
    sort_by_source();
    next_.assign(travels_.size(), {});
    into_sea_.assign(step.sunk.empty() ? 0 : travels_.size(), {});
    out_of_sea_.assign(into_sea_.size(), {});
    const Index wet = active.wet_count();
    std::vector<std::vector<LeavingWater>> leaving(static_cast<std::size_t>((wet + kChunk - 1) / kChunk));
    parallel_chunks("hand out water", wet, kChunk, [&](std::ptrdiff_t chunk, std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (auto slot = static_cast<Index>(begin); slot < static_cast<Index>(end); ++slot)
            hand_out(slot, leaving[chunk]);
    });
    std::vector<Index> added;
    for (Index slot = 0; slot < active.count(); ++slot) {
        water.amounts[active.cell(slot)] = next_[slot];
        if (slot >= wet && next_[slot].volume > 0) added.push_back(active.cell(slot));
    }
    water.renew_wet(std::move(added));
    std::vector<LeavingWater> all;
    for (const auto& some : leaving) all.insert(all.end(), some.begin(), some.end());
    return all;
}

void WaterTransport::plan_travels() {
    travels_.resize(static_cast<std::size_t>(active_->count()));
    parallel_for(
        "travels of cells", active_->count(), [&](Index slot) { travels_[slot] = travel_of(slot); }, kChunk);
}

WaterTransport::Travel WaterTransport::travel_of(Index slot) const {
    const Index cell = active_->cell(slot);
    const TetFrame before = TetFrame::of(nodes(slot), step_->before);
    if (step_->degenerate(before.volume)) return {Vec3::Zero(), Vec3::Zero(), 0};
    const auto dt = static_cast<Real>(step_->dt);
    const Vec3 carried = step_->velocity(cell);
    const Vec3 forth = (active_->velocity(slot) - carried) * dt;
    const Vec3 middle = middle_of(nodes(slot), step_->before) - 0.5f * forth;
    const Walk half_way =
        walk_to(step_->mesh, step_->before, cell, Vec4::Constant(0.25f) - before.change(0.5f * forth), middle);
    const Index there = half_way.end == WalkEnd::lost ? slot : active_->slot(half_way.cell);
    const Vec3 back = there >= 0 ? Vec3((active_->velocity(there) - carried) * dt) : Vec3(Vec3::Zero());
    return {back, forth, part_capacity(step_->mesh, cell, TetFrame::of(nodes(slot), step_->after).volume)};
}

void WaterTransport::find_sources() {
    sources_.assign(static_cast<std::size_t>(kParts) * travels_.size(), kNobody);
    parallel_for(
        "sources of cells", active_->count(),
        [&](Index slot) {
            const Travel& travel = travels_[slot];
            if (travel.part == 0) return;
            const Index cell = active_->cell(slot);
            const TetFrame frame = TetFrame::of(nodes(slot), step_->before);
            const Vec4 shift = frame.change(travel.back);
            const JitteredParts points(cell, number_);
            for (int part = 0; part < kParts; ++part)
                if ((step_->mesh.open_parts[cell] >> part & 1) != 0)
                    sources_[kParts * slot + part] = source_at(slot, points(part) - shift);
        },
        kChunk);
}

// The wet cell in which a point was, of those that give.
Index WaterTransport::source_at(Index slot, const Vec4& coordinates) const {
    Index source = slot;
    if (!is_inside(coordinates)) {
        const Walk walk = walk_to(step_->mesh, step_->before, active_->cell(slot), coordinates,
                                  point_in(nodes(slot), step_->before, coordinates));
        if (walk.end == WalkEnd::border || walk.end == WalkEnd::lost) return kNobody;
        source = active_->slot(walk.cell);
    }
    return source >= 0 && source < active_->wet_count() && travels_[source].part > 0 ? source : kNobody;
}

// In the order of the source, then of the cell that asks.
void WaterTransport::sort_by_source() {
    starts_.assign(static_cast<std::size_t>(active_->wet_count()) + 1, 0);
    for (const Index source : sources_)
        if (source >= 0) ++starts_[source + 1];
    for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
    requests_.resize(static_cast<std::size_t>(starts_.back()));
    std::vector<Index> next(starts_.begin(), starts_.end() - 1);
    for (std::size_t k = 0; k < sources_.size(); ++k)
        if (sources_[k] >= 0) requests_[next[sources_[k]]++] = static_cast<Index>(k) / kParts;
}

void WaterTransport::hand_out(Index slot, std::vector<LeavingWater>& leaving) {
    if (travels_[slot].part == 0) return add_shared(next_[slot], amount(slot));  // held
    const WaterAmount rest = answer_requests(slot);
    if (rest.volume > 0) send_forward(slot, rest, leaving);
}

// Gives what is left. Requests of one cell are answered together; nobody gets a momentum without a volume.
WaterAmount WaterTransport::answer_requests(Index slot) {
    const WaterAmount& whole = amount(slot);
    std::int64_t asked = 0;
    for (Index k = starts_[slot]; k < starts_[slot + 1]; ++k) asked += travels_[requests_[k]].part;
    const std::int64_t all = std::max(asked, whole.volume);
    WaterAmount given;
    std::int64_t so_far = 0;
    Index last = kNobody;
    for (Index k = starts_[slot]; k < starts_[slot + 1]; ++k) {
        const Index to = requests_[k];
        so_far += travels_[to].part;
        if (k + 1 < starts_[slot + 1] && requests_[k + 1] == to) continue;
        const WaterAmount up_to_here = whole.first_shares(so_far, all), share = up_to_here - given;
        if (share.volume == 0) continue;
        give(slot, to, share);
        given = up_to_here;
        last = to;
    }
    WaterAmount rest = whole - given;
    if (rest.volume == 0 && last >= 0) give(slot, last, rest);
    return rest;
}

// Each point takes about what a part holds. A rest of less goes with fewer points, some in each step.
void WaterTransport::send_forward(Index slot, const WaterAmount& rest, std::vector<LeavingWater>& leaving) {
    const Index cell = active_->cell(slot);
    const TetFrame frame = TetFrame::of(nodes(slot), step_->after);
    const Vec4 shift = frame.change(travels_[slot].forth);
    const JitteredParts points(cell, ~number_);
    const std::uint8_t open = step_->mesh.open_parts[cell];
    const std::int64_t most = step_->mesh.open_count(cell);
    const std::int64_t count =
        std::clamp<std::int64_t>((rest.volume + travels_[slot].part - 1) / travels_[slot].part, 1, most);
    WaterAmount given, left;
    Vec3 place = Vec3::Zero();
    Real leaving_points = 0.0f;
    int part = static_cast<int>(random_bits(number_, 7, static_cast<std::uint64_t>(cell)) % kParts);
    for (std::int64_t k = 0; k < count; ++part) {
        if ((open >> (part % kParts) & 1) == 0) continue;
        const WaterAmount up_to_here = rest.first_shares(++k, count), share = up_to_here - given;
        given = up_to_here;
        const Vec4 coordinates = points(part % kParts) + shift;
        const Index to = receiver_at(slot, coordinates);
        if (to >= 0) {
            give(slot, to, share);
        } else {
            left += share;
            place += point_in(nodes(slot), step_->after, coordinates);
            leaving_points += 1.0f;
        }
    }
    if (left.volume >= kLeastDrop && !in_sea(slot))
        leaving.push_back({place / leaving_points, left});
    else
        add_shared(next_[slot], left);
}

void WaterTransport::give(Index from, Index to, const WaterAmount& share) {
    add_shared(next_[to], share);
    if (into_sea_.empty() || in_sea(from) == in_sea(to)) return;
    if (in_sea(to))
        add_shared(into_sea_[to], share);
    else
        add_shared(out_of_sea_[from], share);
}

std::vector<WaterTransport::Crossing> WaterTransport::crossings() const {
    std::vector<Crossing> all;
    for (std::size_t slot = 0; slot < into_sea_.size(); ++slot)
        if (into_sea_[slot].volume != 0 || out_of_sea_[slot].volume != 0)
            all.push_back({active_->cell(static_cast<Index>(slot)), out_of_sea_[slot].volume, into_sea_[slot]});
    return all;
}

// Where a point ends; back in its cell where there is no room.
Index WaterTransport::receiver_at(Index slot, const Vec4& coordinates) const {
    if (is_inside(coordinates)) return slot;
    const Walk walk = walk_to(step_->mesh, step_->after, active_->cell(slot), coordinates,
                              point_in(nodes(slot), step_->after, coordinates));
    if (walk.end == WalkEnd::border) return kOutside;
    const Index to = walk.end == WalkEnd::lost ? slot : active_->slot(walk.cell);
    return to >= 0 && travels_[to].part > 0 ? to : slot;
}

std::size_t WaterTransport::memory_bytes() const {
    return travels_.capacity() * sizeof(Travel) +
           (next_.capacity() + into_sea_.capacity() + out_of_sea_.capacity()) * sizeof(WaterAmount) +
           (sources_.capacity() + starts_.capacity() + requests_.capacity()) * sizeof(Index);
}

}  // namespace lamella
