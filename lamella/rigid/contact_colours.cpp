#include <lamella/rigid/contact_colours.hpp>

#include <algorithm>
#include <bit>

namespace lamella {
namespace {

// The colours that the contacts of a body have: any of the first, and beyond them all below some number.
struct UsedColours {
    static constexpr Index kWords = 4, kFirst = 64 * kWords;
    std::array<std::uint64_t, kWords> bits{};
    Index next = kFirst;

    void add(Index colour) {
        if (colour < kFirst)
            bits[colour / 64] |= std::uint64_t{1} << (colour % 64);
        else
            next = colour + 1;
    }
};

Index free_colour(const UsedColours& a, const UsedColours& b) {
    for (Index w = 0; w < UsedColours::kWords; ++w)
        if (const std::uint64_t free = ~(a.bits[w] | b.bits[w]); free != 0) return 64 * w + std::countr_zero(free);
    return std::max(a.next, b.next);
}

std::vector<Index> colours_of(std::span<const Contact> contacts, std::span<const char> answers,
                              std::span<const char> first) {
    std::vector<UsedColours> used(answers.size());
    UsedColours none;
    std::vector<Index> colours(contacts.size());
    for (const char now : {1, 0})
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            if (first[k] != now) continue;
            const Contact& c = contacts[k];
            none = {};
            UsedColours& a = answers[c.a] != 0 ? used[c.a] : none;
            UsedColours& b = c.b >= 0 && answers[c.b] != 0 ? used[c.b] : none;
            colours[k] = free_colour(a, b);
            a.add(colours[k]);
            b.add(colours[k]);
        }
    return colours;
}

}  // namespace

ContactOrder coloured(std::span<const Contact> contacts, std::span<const char> answers, std::span<const char> first) {
    const std::vector<Index> colours = colours_of(contacts, answers, first);
    std::vector<std::vector<Index>> of_colour;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const auto colour = static_cast<std::size_t>(colours[k]);
        if (colour >= of_colour.size()) of_colour.resize(colour + 1);
        of_colour[colour].push_back(static_cast<Index>(k));
    }
    ContactOrder order{{}, {0}};
    for (const std::vector<Index>& some : of_colour) {
        for (std::size_t k = 0; k < some.size(); ++k) {
            if (k % kPackWidth == 0) order.packs.emplace_back().fill(-1);
            order.packs.back()[k % kPackWidth] = some[k];
        }
        order.colours.push_back(static_cast<Index>(order.packs.size()));
    }
    return order;
}

}  // namespace lamella
