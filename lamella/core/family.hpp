// A family of methods, of which a scene chooses one by a word: the one list from which all else follows.
//
//     class Tait { public: struct Parameters {...}; Tait(const Parameters&, const Liquid&); ... };
//     using PressureSolvers = Family<Jacobi, Tait>;
//     PressureSolvers::Parameters chosen;                      // what the scene reader walks; the first is the default
//     PressureSolvers::Method solver = PressureSolvers::make(chosen, liquid);
//
// What every method of a family has to answer is a concept, which the list demands of each (sph/sph_methods.hpp).
#pragma once

#include <utility>
#include <variant>
#include <vector>

namespace lamella {

// Every alternative of a variant as it is by default.
template <class Variant>
std::vector<Variant> every_alternative() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return std::vector<Variant>{Variant(std::in_place_index<I>)...};
    }(std::make_index_sequence<std::variant_size_v<Variant>>());
}

template <class... Methods>
struct Family {
    using Parameters = std::variant<typename Methods::Parameters...>;
    using Method = std::variant<Methods...>;

    // The method that the parameters choose, made of them and of what all methods of the family are made of.
    template <class... Context>
    static Method make(const Parameters& parameters, const Context&... context) {
        return make_from<0>(parameters, context...);
    }

private:
    template <std::size_t I, class... Context>
    static Method make_from(const Parameters& parameters, const Context&... context) {
        if constexpr (I + 1 < sizeof...(Methods))
            if (parameters.index() != I) return make_from<I + 1>(parameters, context...);
        return Method(std::in_place_index<I>, std::get<I>(parameters), context...);
    }
};

}  // namespace lamella
