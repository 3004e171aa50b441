#include <lamella/scene/suggestion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace lamella {

namespace {

constexpr std::size_t kLongestWord = 64;

// The optimal string alignment distance; three rows of its table are enough.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, std::span<const std::string> allowed) {
    if (word.size() > kLongestWord) return "";
    std::string best;
    std::size_t fewest = word.size() / 3 + 2;  // more edits than that are another word
    for (const std::string& candidate : allowed) {
        const std::size_t edits = edit_distance(word, candidate);
        if (edits >= std::min(fewest, candidate.size())) continue;
        fewest = edits;
        best = candidate;
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> allowed) {
    const std::string near = nearest_word(word, allowed);
    if (!near.empty()) return fmt::format(" (did you mean '{}'?)", near);
    if (allowed.empty()) return "";
    return fmt::format("; allowed are '{}'", fmt::join(allowed, "', '"));
}

}  // namespace lamella
