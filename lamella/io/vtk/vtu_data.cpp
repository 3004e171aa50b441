#include <lamella/core/error.hpp>
#include <lamella/io/base64.hpp>
#include <lamella/io/gzip.hpp>
#include <lamella/io/vtk/vtu_data.hpp>

#include <fmt/format.h>

#include <vector>

namespace lamella {

namespace {

// Bytes from raw data or from base64 runs: header and data may be one run or two.
class Payload {
public:
    Payload(std::string_view text, bool base64, const VtuEncoding& encoding, const std::string& source)
        : text_(text), base64_(base64), encoding_(encoding), source_(source) {}

    std::string take(std::uint64_t bytes) {
        if (bytes > pending_.size() + text_.size())
            fail(fmt::format("{} bytes are announced, but the data end before", bytes));
        std::string out = std::move(pending_);
        pending_.clear();
        while (out.size() < bytes && !text_.empty()) {
            const std::size_t before = text_.size();
            out += more(bytes - out.size());
            if (text_.size() == before) break;
        }
        if (out.size() < bytes) fail("the data end too early");
        pending_ = out.substr(bytes);
        out.resize(bytes);
        return out;
    }
    std::uint64_t header() {
        const double value = load(take(size_of(encoding_.header_type)).data(), encoding_.header_type, encoding_.order);
        if (value > 1e15) fail("the length of the data is not sensible");
        return static_cast<std::uint64_t>(value);
    }
    std::size_t left() const { return pending_.size() + text_.size(); }
    [[noreturn]] void fail(std::string_view what) const { throw InputError(fmt::format("{}: {}", source_, what)); }

private:
    std::string more(std::uint64_t bytes) {
        if (base64_) return take_base64(text_, bytes);
        const std::string_view piece = text_.substr(0, bytes);
        text_.remove_prefix(piece.size());
        return std::string(piece);
    }

    std::string_view text_;
    bool base64_;
    VtuEncoding encoding_;
    const std::string& source_;
    std::string pending_;
};

// [blocks][size of a block][size of the last, if smaller][compressed sizes...] and then the blocks.
std::string inflate_blocks(Payload& payload, std::uint64_t expected, const std::string& source) {
    const std::uint64_t blocks = payload.header(), block_size = payload.header(), last_size = payload.header();
    if (expected > inflated_limit(payload.left()))
        payload.fail(fmt::format("{} bytes do not fit into {}", expected, payload.left()));
    if (blocks > payload.left()) payload.fail(fmt::format("{} compressed blocks do not fit into the file", blocks));
    std::vector<std::uint64_t> sizes(blocks);
    for (auto& size : sizes) size = payload.header();
    std::string out;
    for (std::uint64_t k = 0; k < blocks; ++k) {
        const std::uint64_t size = k + 1 == blocks && last_size > 0 ? last_size : block_size;
        if (size > expected - out.size()) payload.fail("the compressed blocks are larger than the array");
        const std::string block = inflate(payload.take(sizes[k]), size, source);
        if (block.size() != size) payload.fail(fmt::format("a block has {} bytes instead of {}", block.size(), size));
        out += block;
    }
    return out;
}

}  // namespace

VtuData decode_vtu_data(std::string_view text, bool base64, const VtuEncoding& encoding, std::uint64_t expected,
                        const std::string& source) {
    Payload payload(text, base64, encoding, source);
    std::string bytes = encoding.zlib ? inflate_blocks(payload, expected, source) : payload.take(payload.header());
    if (bytes.size() != expected)
        payload.fail(fmt::format("an array has {} bytes instead of {}", bytes.size(), expected));
    return {std::move(bytes), text.size() - payload.left()};
}

}  // namespace lamella
