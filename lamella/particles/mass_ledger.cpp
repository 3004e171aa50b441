#include <lamella/particles/mass_ledger.hpp>

#include <algorithm>
#include <array>

namespace lamella {
namespace {

constexpr std::array kColumns{"child", "root", "units"};

auto with_child(std::span<const MassPart> parts, Index child) {
    return std::ranges::equal_range(parts, child, {}, &MassPart::child);
}

}  // namespace

std::span<const MassPart> MassLedger::parts_of(Index child) const {
    const auto found = with_child(parts_, child);
    return {found.begin(), found.end()};
}

void MassLedger::keep(std::span<const Index> children) {
    auto child = children.begin();
    std::erase_if(parts_, [&](const MassPart& part) {
        while (child != children.end() && *child < part.child) ++child;
        return child == children.end() || *child != part.child;
    });
}

std::vector<MassPart> MassLedger::take(Index child, Index units) {
    const auto found = with_child(parts_, child);
    const std::span<MassPart> parts(parts_.data() + (found.begin() - std::span<const MassPart>(parts_).begin()),
                                    found.size());
    std::int64_t whole = 0;
    for (const MassPart& part : parts) whole += part.units;
    std::vector<MassPart> taken(parts.begin(), parts.end());
    Index missing = units;
    for (MassPart& part : taken) {
        part.units = static_cast<Index>(static_cast<std::int64_t>(part.units) * units / whole);
        missing -= part.units;
    }
    for (std::size_t k = 0; k < taken.size(); ++k) {  // what rounding has left over is less than one unit a part
        const Index more = std::min(missing, parts[k].units - taken[k].units);
        taken[k].units += more;
        missing -= more;
        parts[k].units -= taken[k].units;
    }
    return taken;
}

void MassLedger::add(Index child, std::vector<MassPart> parts) {
    std::erase_if(parts, [](const MassPart& part) { return part.units == 0; });
    std::ranges::sort(parts, {}, &MassPart::root);
    for (const MassPart& part : parts)
        if (!parts_.empty() && parts_.back().child == child && parts_.back().root == part.root)
            parts_.back().units += part.units;
        else
            parts_.push_back({child, part.root, part.units});
}

ParticleSet MassLedger::to_table() const {
    ParticleSet table;
    table.resize(static_cast<Index>(parts_.size()));
    std::array<IndexColumn*, 3> columns{};
    for (std::size_t c = 0; c < 3; ++c) columns[c] = &table.add<IndexColumn>(kColumns[c]);
    for (Index k = 0; k < table.size(); ++k) {
        const MassPart& part = parts_[k];
        (*columns[0])[k] = part.child;
        (*columns[1])[k] = part.root;
        (*columns[2])[k] = part.units;
    }
    return table;
}

void MassLedger::from_table(const ParticleSet& table) {
    parts_.clear();
    const auto value = [&](std::size_t c, Index k) { return table.get<IndexColumn>(kColumns[c])[k]; };
    for (Index k = 0; k < table.size(); ++k) parts_.push_back({value(0, k), value(1, k), value(2, k)});
}

}  // namespace lamella
