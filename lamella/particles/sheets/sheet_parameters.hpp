// Whether sheets of liquid are kept whole: the list of methods.
#pragma once

#include <lamella/core/fields.hpp>

#include <variant>

namespace lamella {

struct NoSheets {
    static constexpr const char* name = "none";
    static constexpr const char* sentence = "sheets tear where their particles are too far apart";
    static constexpr auto fields() { return field_list(); }
};

// sheets_ando2011.hpp
struct SheetParameters {
    static constexpr const char* name = "ando2011";
    static constexpr const char* sentence =
        "particles split in thin sheets and collapse in thick ones (Ando and Tsuruno 2011, section 4)";

    Real least_thickness = 0.215f;
    Real flatness = 0.2f;

    static constexpr auto fields() {
        return field_list(
            Field{"least_thickness", &SheetParameters::least_thickness, "d", range(0.04, 0.5),
                  "thinner sheets are not split any more and tear (a6 / 0.232)"},
            Field{"flatness", &SheetParameters::flatness, "1", range(0.05, 0.4),
                  "variance across a sheet over the one along it, below which it is thin (a8); 0.2 is up to two "
                  "layers, 0.3 is three"});
    }
};

using SheetMethod = std::variant<NoSheets, SheetParameters>;

}  // namespace lamella
