// Typed data on the vertices, edges or faces of a mesh that changes: one row an element, which follows every operation.
// Each column has a rule that says what the operations make of it.
#pragma once

#include <lamella/core/columns.hpp>

#include <optional>

namespace lamella {

// What becomes of a column's values where elements are made, cut, united or left out:
//   blend   a value at a place: a new vertex gets the mean of its parents by their weights, both parts of a cut edge or
//           face keep the value of the whole, united elements get a mean. N keeps unit length.
//   copy    a label: the nearer parent's.
//   share   an amount: parts divide it, united elements add theirs, and what is left out leaves it to its neighbours,
//           so the total stays (to the bit in columns of whole numbers). New vertices have none.
//   unique  a number that no other element has: new ones get the next.
enum class Carry { blend, copy, share, unique };

// What was done to the rows of a table, in its order: whoever has other columns of the rows as they were before can do
// the same to them (ElementData::replay), and gets the same bits.
struct CarryLog {
    enum Kind : Index { kAppend, kBlend, kUnite, kCopy, kReorder };
    struct Step {
        Index kind;
        Index row, a, b;
        Real t;
    };

    std::vector<Step> steps;
    std::vector<std::vector<Index>> orders;  // of the reorderings; `row` is the number of one
};

class ElementData {
public:
    Index size() const { return table_.size(); }
    const ColumnTable& table() const { return table_; }
    ColumnTable& table() { return table_; }  // rows are added and reordered by the mesh only
    void replace(ColumnTable table) { table_ = std::move(table); }

    // Without a rule of its own a column is unique if it is called id, copied if it holds whole numbers, else blended.
    void set_rule(std::string_view column, Carry rule);
    Carry rule_of(std::string_view column) const;

    // The column `name` of unique numbers, made if absent with the rows' own numbers.
    IndexColumn& number(std::string_view name = "id");

    Index append();                                         // a row of zeroes, unique numbers excepted
    void copy(Index from, Index to);                        // labels and values; amounts and numbers stay
    void blend(Index row, Index a, Index b, Real t);        // a new row at (1 - t) a + t b
    void divide(Index whole, Index part, Real share);       // a new row that is cut off from `whole`
    void unite(Index gone, Index into, Real t);             // `into` gets (1 - t) into + t gone
    void leave(Index gone, Index to, Real share);           // amounts only
    void even_out(Index a, Index b, Real was, Real share);  // a had the weight `was` of both and gets `share`

    void reorder(std::span<const Index> order);
    void resize(Index n) { table_.resize(n); }

    // From now on rows that are appended, blended, united, copied and reordered are logged; the log of before is given.
    CarryLog start_log();
    void stop_log() { log_.reset(); }
    bool logs() const { return log_.has_value(); }
    const CarryLog& log() const { return *log_; }
    // Does all of it to this table. InputError where a row is not there.
    void replay(const CarryLog& log);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("columns", table_);
        visit("next_number", next_number_);
    }

private:
    template <class F>
    void for_each(F&& f);
    Index next_number();
    void mean(Index row, Index a, Index b, Real t);
    void note(CarryLog::Kind kind, Index row, Index a = -1, Index b = -1, Real t = 0.0f) {
        if (log_) log_->steps.push_back({kind, row, a, b, t});
    }
    void replay(const CarryLog::Step& step, const CarryLog& log);

    ColumnTable table_;
    std::map<std::string, Carry, std::less<>> rules_;
    Index next_number_ = -1;  // not known yet
    std::optional<CarryLog> log_;
};

}  // namespace lamella
