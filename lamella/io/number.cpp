#include <lamella/core/bytes.hpp>
#include <lamella/io/number.hpp>

#include <stdexcept>
#include <type_traits>

namespace lamella {

namespace {

// Calls f with a value of the C++ type that `type` names.
template <class F>
auto with_type(Number type, F&& f) {
    switch (type) {
        case Number::int8:
            return f(std::int8_t{});
        case Number::uint8:
            return f(std::uint8_t{});
        case Number::int16:
            return f(std::int16_t{});
        case Number::uint16:
            return f(std::uint16_t{});
        case Number::int32:
            return f(std::int32_t{});
        case Number::uint32:
            return f(std::uint32_t{});
        case Number::int64:
            return f(std::int64_t{});
        case Number::uint64:
            return f(std::uint64_t{});
        case Number::float32:
            return f(float{});
        case Number::float64:
            return f(double{});
    }
    throw std::logic_error("a number type without a case");
}

}  // namespace

std::size_t size_of(Number type) {
    return with_type(type, [](auto zero) { return sizeof(zero); });
}

double load(const char* at, Number type, std::endian order) {
    return with_type(type, [&](auto zero) { return static_cast<double>(load_number<decltype(zero)>(at, order)); });
}

void store(char* at, double value, Number type, std::endian order) {
    with_type(type, [&](auto zero) { store_number(at, static_cast<decltype(zero)>(value), order); });
}

}  // namespace lamella
