// The state of a solver in plain memory, to undo a step:
//
//     StateCopy copy;
//     copy.keep(solver);      // as often as needed: the memory is used again
//     copy.restore(solver);   // every bit as it was
#pragma once

#include <lamella/matter/state_visitor.hpp>

namespace lamella {

class StateCopy {
public:
    template <class Solver>
    void keep(Solver& solver) {
        Keeper keeper(*this);
        solver.state(keeper);
    }
    // The solver whose state is kept, or one made like it.
    template <class Solver>
    void restore(Solver& solver) {
        Restorer restorer(*this);
        solver.state(restorer);
    }
    std::size_t memory_bytes() const;

private:
    struct Array {
        std::string name;
        NumberType type = NumberType::float32;
        std::vector<std::byte> bytes;
    };

    // Arrays come in one order; the next one is nearly always the one that is looked for.
    class Keeper : public StateVisitor {
    public:
        explicit Keeper(StateCopy& copy) : StateVisitor(Purpose::keep), copy_(copy) { copy.used_ = 0; }

    private:
        std::size_t length(const std::string&, NumberType, std::size_t count) override { return count; }
        void numbers(const std::string& name, NumberType type, std::span<std::byte> values) override;

        StateCopy& copy_;
    };
    class Restorer : public StateVisitor {
    public:
        explicit Restorer(const StateCopy& copy) : StateVisitor(Purpose::restore), copy_(copy) {}

    private:
        std::size_t length(const std::string& name, NumberType type, std::size_t count) override;
        void numbers(const std::string& name, NumberType type, std::span<std::byte> values) override;
        const Array& find(const std::string& name, NumberType type);

        const StateCopy& copy_;
        std::size_t next_ = 0;
    };

    std::vector<Array> arrays_;
    std::size_t used_ = 0;  // arrays behind it are memory to be used again
};

}  // namespace lamella
