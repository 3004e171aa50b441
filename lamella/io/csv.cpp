#include <lamella/io/csv.hpp>
#include <lamella/io/named_scalars.hpp>
#include <lamella/io/records.hpp>
#include <lamella/io/text_reader.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lamella {

namespace {

std::string_view trimmed(std::string_view cell) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '"')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '"')) cell.remove_suffix(1);
    return cell;
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(separator, at), line.size());
        cells.push_back(trimmed(line.substr(at, end - at)));
        at = end + 1;
    }
    if (cells.size() > 1 && cells.back().empty()) cells.pop_back();  // a separator at the end of the line
    return cells;
}

char separator_of(std::string_view header) {
    for (const char c : {'\t', ';'})
        if (header.find(c) != header.npos) return c;
    return ',';
}

// The next line that holds something, or nothing at the end.
std::string_view next_line(TextReader& text) {
    while (text.remaining() > 0) {
        const std::string_view line = text.line();
        if (!trimmed(line).empty() && !line.starts_with('#')) return line;
    }
    return {};
}

bool is_whole(std::string_view cell) {
    if (cell.starts_with('-')) cell.remove_prefix(1);
    return !cell.empty() && cell.size() < 16 && cell.find_first_not_of("0123456789") == cell.npos;
}

struct Table {
    std::vector<NamedScalar> columns;
    std::vector<double> values;  // row by row
};

std::vector<std::string_view> read_header(TextReader& text, char& separator) {
    const std::string_view line = next_line(text);
    if (line.find('\0') != line.npos) text.fail_line("a CSV file is text");
    separator = separator_of(line);
    return cells_of(line, separator);
}

void read_row(TextReader& text, const std::vector<std::string_view>& cells, Table& table) {
    if (cells.size() != table.columns.size())
        text.fail_line(fmt::format("the row above has {} values, the header {}", cells.size(), table.columns.size()));
    for (std::size_t k = 0; k < cells.size(); ++k) {
        double value = 0;
        if (!parse_number(cells[k], value))
            text.fail_line(fmt::format("'{}' in the row above is not a number", cells[k].substr(0, 40)));
        if (!is_whole(cells[k])) table.columns[k].type = Number::float64;
        table.values.push_back(value);
    }
}

Table read_table(std::string_view bytes, const std::string& source) {
    TextReader text(bytes, source);
    char separator = ',';
    Table table;
    for (const std::string_view name : read_header(text, separator))
        table.columns.push_back({std::string(name), Number::int64});
    for (std::string_view line = next_line(text); !line.empty(); line = next_line(text))
        read_row(text, cells_of(line, separator), table);
    if (table.values.empty())
        for (NamedScalar& column : table.columns) column.type = Number::float64;
    return table;
}

}  // namespace

ParticleSet read_csv(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    const Table table = read_table(bytes, source);
    const std::size_t width = table.columns.size();
    PointBuilder builder(table.values.size() / width, source);
    const std::vector<Slot> slots = add_named_scalars(builder, table.columns, source);
    for (Index row = 0; row < builder.size(); ++row)
        for (std::size_t k = 0; k < width; ++k)
            slots[k].set(row, table.values[static_cast<std::size_t>(row) * width + k]);
    return builder.finish(notes);
}

namespace {

void append_cell(std::string& out, const Field& field, Index row) {
    const auto to = std::back_inserter(out);
    if (field.index)
        fmt::format_to(to, "{}", field.index[row]);
    else if (field.type == Number::float64)
        fmt::format_to(to, "{:#}", field.value(row));
    else
        fmt::format_to(to, "{:#}", static_cast<float>(field.value(row)));
}

}  // namespace

std::string write_csv(const ParticleSet& particles, const Provenance&) {
    std::vector<Field> fields = position_fields(particles);
    std::vector<std::string> names = component_names("P", 3);
    for (const auto& [name, column] : particles.columns()) {
        if (name == "P") continue;
        const auto more = fields_of(column);
        const auto more_names = component_names(name, more.size());
        fields.insert(fields.end(), more.begin(), more.end());
        names.insert(names.end(), more_names.begin(), more_names.end());
    }
    std::string out = fmt::format("{}\n", fmt::join(names, ","));
    for (Index row = 0; row < particles.size(); ++row) {
        for (const Field& field : fields) {
            if (&field != fields.data()) out += ',';
            append_cell(out, field, row);
        }
        out += '\n';
    }
    return out;
}

}  // namespace lamella
