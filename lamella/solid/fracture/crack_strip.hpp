// The strip of one painted crack (painted_crack.hpp): lines that go down from the skin, 0.7 spacings apart along the
// curve, and between them columns. A column opens when its time has come and the tension across it, averaged, has
// reached the strength of the crack. Beside a column that is closed the node of the front waits; when it opens the
// fronts of both grow together, those of a closed curve to a ring (Keiser 2006, 5.6.4, merging). The ends of open
// curves stay where they were painted.
#pragma once

#include <lamella/solid/fracture/crack_sheets.hpp>
#include <lamella/solid/fracture/painted_crack.hpp>
#include <lamella/solid/fracture/rest_body.hpp>
#include <lamella/solid/fracture/stress_field.hpp>

namespace lamella {

class CrackStrip {
public:
    // An InputError where the curve is not on the skin, or has no length.
    CrackStrip(PaintedCrack crack, const RestBody& body);

    const PaintedCrack& crack() const { return crack_; }
    Index sheet() const { return sheet_; }
    Index column_count() const { return static_cast<Index>(open_.size()); }
    Index open_count() const;

    // A sheet of its own for what will open.
    void add_to(CrackSheets& sheets);

    // Opens what is due at that time of the scene, s; whether anything was.
    bool open(CrackSheets& sheets, const StressField& field, const RestBody& body, double time);

    template <class Visitor>
    void state(Visitor& visit) {
        visit("open", open_);
    }

private:
    Index line_after(Index line) const { return line + 1 < lines_ ? line + 1 : 0; }
    Index bottom(Index line) const { return first_vertex_ + line * rows_ + rows_ - 1; }
    const Vec3d& corner(Index line, Index row) const { return vertices_[line * rows_ + row]; }
    Vec3d inwards(Index line) const { return (corner(line, rows_ - 1) - corner(line, 0)).normalized(); }
    double time_of(Index column) const;
    bool due(Index column, const StressField& field, double spacing, double time) const;
    void lay(CrackSheets& sheets, Index column) const;
    void add_fronts(CrackSheets& sheets, const RestBody& body, const std::vector<char>& opened) const;
    void add_front(CrackSheets& sheets, const RestBody& body, Index first, Index columns) const;
    bool waits(Index line) const;  // whether the front stops there for now

    PaintedCrack crack_;
    Index lines_ = 0, rows_ = 0;
    std::vector<Vec3d> vertices_;  // line by line, from outside inwards
    Index first_vertex_ = 0;       // of the sheets
    Index sheet_ = -1;
    std::vector<char> open_;  // of the columns
};

}  // namespace lamella
