// The complete state of a solver as named arrays, gathered and given back by one visitor each: a solver has
//
//     template <class Visitor> void state(Visitor& visit) { visit("time", time_); visit("particles", ...); }
//
// and knows nothing of files. Checkpoints (checkpoint.hpp), state hashes and `lamella info` use the archive.
#pragma once

#include <lamella/core/bytes.hpp>
#include <lamella/particles/particle_set.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lamella {

// One named array of numbers: float32, float64, int32 or int64; packed (zstd), so that the state of a large run fits
// into the memory beside it.
struct StateItem {
    enum class Type : std::uint8_t { float32, float64, int32, int64 };

    Type type = Type::float32;
    std::uint64_t count = 0;
    std::string packed;

    std::uint64_t bytes() const;                      // of the numbers
    void unpack(std::span<std::byte> numbers) const;  // InputError where they are damaged
};

class StateArchive {
public:
    const std::map<std::string, StateItem>& items() const { return items_; }
    std::map<std::string, StateItem>& items() { return items_; }
    const StateItem& item(const std::string& name, StateItem::Type type) const;  // RunError if absent
    std::uint64_t hash() const;

    void write(ByteSink sink) const;
    std::string to_bytes() const;
    static StateArchive from_bytes(std::string_view bytes, const std::string& source);  // InputError if malformed

private:
    std::map<std::string, StateItem> items_;
};

template <class T>
concept StateNumber =
    std::same_as<T, double> || std::same_as<T, float> || std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

// Copies what it visits into an archive.
class StateSaver {
public:
    explicit StateSaver(StateArchive& archive) : archive_(archive) {}

    template <StateNumber T>
    void operator()(const std::string& name, T& value) {
        save(name, std::span<const T>(&value, 1));
    }
    template <StateNumber T>
    void operator()(const std::string& name, std::vector<T>& values) {
        save(name, std::span<const T>(values));
    }
    void operator()(const std::string& name, ParticleSet& particles);

private:
    template <StateNumber T>
    void save(const std::string& name, std::span<const T> values);

    StateArchive& archive_;
};

// Gives back what a StateSaver has copied.
class StateLoader {
public:
    explicit StateLoader(const StateArchive& archive) : archive_(archive) {}

    template <StateNumber T>
    void operator()(const std::string& name, T& value) {
        std::vector<T> values;
        load(name, values, 1);
        value = values[0];
    }
    template <StateNumber T>
    void operator()(const std::string& name, std::vector<T>& values) {
        load(name, values, values.size());
    }
    void operator()(const std::string& name, ParticleSet& particles);

private:
    template <StateNumber T>
    const StateItem& item(const std::string& name, std::size_t count) const;
    template <StateNumber T>
    void load(const std::string& name, std::vector<T>& values, std::size_t count) const;
    void require_columns(const std::string& name, const ParticleSet& particles, std::int64_t rows) const;

    const StateArchive& archive_;
};

}  // namespace lamella
