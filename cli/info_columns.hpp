// Ranges of values and boxes, as `lamella info` shows them.
#pragma once

#include <cli/text_table.hpp>
#include <lamella/core/columns.hpp>

#include <cmath>
#include <limits>
#include <span>

namespace lamella::cli {

struct ValueRange {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    Index not_finite = 0;

    template <class T>
    void add(std::span<const T> values) {
        for (const T value : values) add(static_cast<double>(value));
    }
    void add(double value) {
        if (!std::isfinite(value)) {
            ++not_finite;
            return;
        }
        least = std::min(least, value);
        most = std::max(most, value);
    }
    std::string text() const;
};

void add_bounds(TextTable& table, const Box3& box, const Vec3d& origin = Vec3d::Zero());

// Every column but P with its type and range, under a title; nothing when there is none.
std::string columns_text(const ColumnTable& columns, const std::string& title = "attributes");

}  // namespace lamella::cli
