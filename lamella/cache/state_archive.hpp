// The complete state of a solver (state_visitor.hpp) as named, packed arrays, gathered and given back by one visitor
// each. Checkpoints (checkpoint.hpp), state hashes and `lamella info` use the archive.
#pragma once

#include <lamella/core/bytes.hpp>
#include <lamella/matter/state_visitor.hpp>

namespace lamella {

// One named array of numbers; packed (zstd), so that the state of a large run fits into the memory beside it.
struct StateItem {
    using Type = NumberType;

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

// Copies what it visits into an archive.
class StateSaver : public StateVisitor {
public:
    explicit StateSaver(StateArchive& archive) : StateVisitor(Purpose::save), archive_(archive) {}

private:
    std::size_t length(const std::string&, NumberType, std::size_t count) override { return count; }
    void numbers(const std::string& name, NumberType type, std::span<std::byte> values) override;

    StateArchive& archive_;
};

// Gives back what a StateSaver has copied: RunError where the archive does not have it. Lengths come from the archive,
// whose arrays were measured against their packed bytes when it was read, before anything was allocated.
class StateLoader : public StateVisitor {
public:
    explicit StateLoader(const StateArchive& archive) : StateVisitor(Purpose::load), archive_(archive) {}

private:
    std::size_t length(const std::string& name, NumberType type, std::size_t) override {
        return archive_.item(name, type).count;
    }
    void numbers(const std::string& name, NumberType type, std::span<std::byte> values) override;

    const StateArchive& archive_;
};

}  // namespace lamella
