// Sums over what each of several bodies meets of a liquid, in an order that does not depend on the number of threads.
#pragma once

#include <lamella/core/parallel.hpp>
#include <lamella/core/vec.hpp>

#include <algorithm>
#include <vector>

namespace lamella {

using Vec6d = Eigen::Matrix<double, 6, 1>;
using Mat6d = Eigen::Matrix<double, 6, 6>;

class SumsOfBodies {
public:
    // Entries are numbered from 0; body_of(e) is the body of entry e, of so many bodies.
    template <class BodyOf>
    void find(std::size_t entries, std::size_t bodies, const BodyOf& body_of) {
        std::vector<std::size_t> first(bodies + 1, 0);
        for (std::size_t e = 0; e < entries; ++e) ++first[body_of(e) + 1];
        for (std::size_t b = 0; b < bodies; ++b) first[b + 1] += first[b];
        pieces_.clear();
        for (std::size_t b = 0; b < bodies; ++b)
            for (std::size_t at = first[b]; at < first[b + 1]; at += kPiece)
                pieces_.push_back({b, at, std::min(at + kPiece, first[b + 1])});
        order_.resize(entries);
        for (std::size_t e = 0; e < entries; ++e) order_[first[body_of(e)]++] = e;
        bodies_ = bodies;
    }

    // Of term(e), for each body.
    template <class Sum, class Term>
    std::vector<Sum> of(const Sum& zero, const Term& term) const {
        std::vector<Sum> parts(pieces_.size(), zero);
        parallel_for(
            "sums of bodies", static_cast<Index>(pieces_.size()),
            [&](Index k) {
                const auto at = static_cast<std::size_t>(k);
                for (std::size_t e = pieces_[at].begin; e < pieces_[at].end; ++e) parts[at] += term(order_[e]);
            },
            kFewPieces);
        std::vector<Sum> all(bodies_, zero);
        for (std::size_t k = 0; k < parts.size(); ++k) all[pieces_[k].body] += parts[k];
        return all;
    }

private:
    static constexpr std::size_t kPiece = 512;  // entries that are summed in one go
    static constexpr std::ptrdiff_t kFewPieces = 1;

    struct Piece {
        std::size_t body;
        std::size_t begin, end;  // in order_
    };

    std::size_t bodies_ = 0;
    std::vector<std::size_t> order_;  // entries, body by body
    std::vector<Piece> pieces_;
};

}  // namespace lamella
