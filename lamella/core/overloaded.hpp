// Several lambdas as one visitor of a std::variant.
#pragma once

namespace lamella {

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace lamella
