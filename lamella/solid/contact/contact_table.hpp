// Contacts of one moment, by what touches what, as the next step remembers them.
#pragma once

#include <lamella/solid/contact/contact_law.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lamella {

class ContactTable {
public:
    struct Row {
        std::int64_t key;
        Index body;  // where there are several to touch
        ContactMemory memory;
    };

    std::span<const Row> rows() const { return rows_; }
    bool empty() const { return rows_.empty(); }
    const Row* find(std::int64_t key) const {
        const auto at = std::ranges::lower_bound(rows_, key, {}, &Row::key);
        return at != rows_.end() && at->key == key ? &*at : nullptr;
    }
    void take(std::vector<Row> rows) { rows_ = std::move(rows); }  // by ascending key
    double stored() const {
        double sum = 0.0;
        for (const Row& row : rows_) sum += row.memory.stored;
        return sum;
    }

    template <class Visitor>
    void state(Visitor& visit) {
        std::vector<std::int64_t> keys;
        std::vector<Index> bodies;
        std::vector<Vec3> springs, forces;
        std::vector<Real> stored, shares;
        for (const Row& row : rows_) {
            keys.push_back(row.key);
            bodies.push_back(row.body);
            springs.push_back(row.memory.spring);
            forces.push_back(row.memory.force);
            stored.push_back(row.memory.stored);
            shares.push_back(row.memory.share);
        }
        visit("keys", keys);
        visit("bodies", bodies);
        visit("springs", springs);
        visit("forces", forces);
        visit("stored", stored);
        visit("shares", shares);
        rows_.clear();
        for (std::size_t k = 0; k < keys.size(); ++k)
            rows_.push_back({keys[k], bodies[k], {springs[k], forces[k], stored[k], shares[k]}});
    }

private:
    std::vector<Row> rows_;
};

// What came of the contacts of two solids, or of one with itself, in a step.
struct ContactResult {
    std::vector<ContactTable::Row> rows;
    double lost = 0.0;  // J
};

// A contact after a step: `lost` J in it, by what it stored and did to the point, which moved at that velocity past the
// other (the force at the end of a step acts in the second half of it and in the first half of the next one).
inline double lost_in(const ContactMemory& before, const ContactMemory& now, const Vec3& velocity, double dt) {
    return before.stored - now.stored - 0.5 * dt * (before.force + now.force).dot(velocity);
}

}  // namespace lamella
