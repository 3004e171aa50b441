// Columns to files: each component of a column is a field, a row of fields is a record.
#pragma once

#include <lamella/io/number.hpp>
#include <lamella/particles/particle_set.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lamella {

struct Field {
    Number type = Number::float32;  // as it is stored in the file
    const Real* real = nullptr;
    const Index* index = nullptr;
    double offset = 0;

    // Reals that are stored as bytes are fractions of 255; a field without a column is the offset.
    double value(Index row) const;
};

// The components of a column; the fields point into it.
std::vector<Field> fields_of(const AnyColumn& column);
template <class Column>
std::vector<Field> fields_of(const Column&) = delete;  // would point into a temporary AnyColumn

// Absolute positions; in double precision when single precision would lose places (and `allow_wide`).
std::vector<Field> position_fields(const ParticleSet& points, bool allow_wide = true);

void append_records(std::string& out, Index rows, const std::vector<Field>& fields, std::endian order);

}  // namespace lamella
