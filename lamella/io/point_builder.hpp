// Columns from files: a reader announces the attributes it finds, is given a slot for each component,
// fills the slots, and takes the finished points.
#pragma once

#include <lamella/io/number.hpp>
#include <lamella/particles/particle_set.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lamella {

// What a reader left out or changed, one sentence each.
using ReadNotes = std::vector<std::string>;

// Where one component of an attribute goes; the default one swallows its values.
struct Slot {
    Number type = Number::float32;  // as stored in the file
    Real* real = nullptr;
    Index* index = nullptr;
    double* wide = nullptr;
    bool* inexact = nullptr;  // set when a value does not fit an Index
    double scale = 1;

    void set(Index row, double value) const;
};

// The name we use for an attribute that files name in several ways (`velocity`, `vel` -> `v`).
std::string usual_name(std::string_view name_in_file);

class PointBuilder {
public:
    // The count was compared with the size of the file before; here it is compared with 2^31.
    PointBuilder(std::uint64_t points, std::string source);

    // One slot a component. An attribute that no column can hold is noted and gets swallowing slots.
    std::vector<Slot> add(std::string_view name_in_file, int components, Number type);
    void note(std::string sentence) { notes_.push_back(std::move(sentence)); }
    Index size() const { return points_.size(); }
    ParticleSet finish(ReadNotes* notes);
    // The attributes of something that has no positions, cells for instance.
    ColumnTable finish_table(ReadNotes* notes);

private:
    std::vector<Slot> position_slots(Number type);
    void place_wide_positions();
    void check_positions() const;
    void drop_inexact();

    std::string source_;
    ParticleSet points_;
    bool placed_ = false;  // the positions have been announced
    std::vector<double> wide_positions_[3];
    std::map<std::string, bool> inexact_;
    ReadNotes notes_;
};

// Fills slots from records: the components of a row stand side by side, rows follow each other.
void read_records(std::string_view bytes, Index rows, const std::vector<Slot>& slots, std::endian order);
std::size_t record_size(const std::vector<Slot>& slots);

// The vertices of a file and what connects them.
struct Geometry {
    ParticleSet points;
    std::vector<Vec3i> triangles;
};

// Appends a polygon as a fan; an index outside [0, points) or fewer than three corners appends nothing
// and returns false.
bool append_fan(std::vector<Vec3i>& triangles, const std::vector<std::int64_t>& corners, Index points);

}  // namespace lamella
