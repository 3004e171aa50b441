// Measures a world between its steps at the places that a scene names: a table of numbers over time for each probe.
//
// A quantity at a point x comes from a plane through its values f_i at the particles (or cells) around, fitted with the
// weights W(x - x_i) of a kernel 2.5 spacings wide (moving least squares; Lancaster, Salkauskas 1981): it is exact for
// a pressure that grows with the depth, also at a wall, where a mean would be that of half a spacing further in. The
// filling of space by liquid is sum_i V_i W(x - x_i); its surface lies where that is one half. The flux through a
// rectangle is the sum of V_i v_i . n w(distance of its plane) over the particles before and behind it, w having a unit
// integral: over time it gives what has passed.
#pragma once

#include <lamella/matter/probe_parameters.hpp>
#include <lamella/matter/world.hpp>

#include <string>
#include <vector>

namespace lamella {

// Numbers that are not known are NaN.
struct ProbeTable {
    std::string name;
    std::vector<std::string> columns;       // the first is time_s
    std::vector<std::vector<double>> rows;  // since they were taken last
};

class Probes {
public:
    // Places are given in the scene's coordinates; the world's are relative to `origin`. `interval` s lie between two
    // rows at least; 0: every step has one.
    Probes(std::vector<NamedProbe> probes, const Vec3d& origin, double interval);

    // Adds a row for the state after a step, or for the start.
    void sample(const World& world);
    void go_on_from(double time) { last_time_ = time; }  // as if the step before had ended then

    std::vector<ProbeTable> take_tables();  // without their rows they stay

private:
    std::vector<NamedProbe> probes_;
    Vec3d origin_;
    double interval_;
    double last_time_ = -1.0;
    std::vector<ProbeTable> tables_;
};

ProbeNeeds needs_of(const std::vector<NamedProbe>& probes);

}  // namespace lamella
