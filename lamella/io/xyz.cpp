#include <lamella/io/records.hpp>
#include <lamella/io/text_reader.hpp>
#include <lamella/io/xyz.hpp>

#include <algorithm>

namespace lamella {

namespace {

bool is_text(std::string_view bytes) {
    return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(), [](char c) {
        return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t';
    });
}

// The numbers at the start of a line, at most three.
std::vector<double> numbers_of(std::string_view line) {
    TextReader words(line, "");
    std::vector<double> numbers;
    double value = 0;
    while (numbers.size() < 3 && !words.at_end() && parse_number(words.word(), value)) numbers.push_back(value);
    return numbers;
}

// Lines of other kinds (a count, a title, "#") are allowed before the first triple only.
std::vector<double> read_lines(std::string_view bytes, const std::string& source) {
    TextReader text(bytes, source);
    std::vector<double> all;
    while (!text.at_end()) {
        const std::vector<double> numbers = numbers_of(text.line());
        if (numbers.size() < 3 && !all.empty()) text.fail_line("three numbers are expected");
        if (numbers.size() == 3) all.insert(all.end(), numbers.begin(), numbers.end());
    }
    if (all.empty()) text.fail_line("there is no line with three numbers");
    return all;
}

}  // namespace

ParticleSet read_xyz(std::string_view bytes, const std::string& source, ReadNotes* notes) {
    if (is_text(bytes)) {
        const std::vector<double> values = read_lines(bytes, source);
        PointBuilder builder(values.size() / 3, source);
        const auto slots = builder.add("P", 3, Number::float64);
        for (Index row = 0; row < builder.size(); ++row)
            for (std::size_t c = 0; c < 3; ++c) slots[c].set(row, values[3 * static_cast<std::size_t>(row) + c]);
        return builder.finish(notes);
    }
    constexpr std::size_t kRecord = 3 * sizeof(float);
    if (bytes.size() % kRecord != 0)
        ByteReader(bytes, source, std::endian::little).fail("the size of a raw XYZ file is not a multiple of 12 bytes");
    PointBuilder builder(bytes.size() / kRecord, source);
    read_records(bytes, builder.size(), builder.add("P", 3, Number::float32), std::endian::little);
    return builder.finish(notes);
}

std::string write_xyz(const ParticleSet& particles, const Provenance&) {
    std::string out;
    append_records(out, particles.size(), position_fields(particles, false), std::endian::little);
    return out;
}

}  // namespace lamella
