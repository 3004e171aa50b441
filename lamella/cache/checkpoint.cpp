#include <lamella/cache/checkpoint.hpp>
#include <lamella/core/atomic_file.hpp>
#include <lamella/core/bytes.hpp>
#include <lamella/core/error.hpp>
#include <lamella/core/hash.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lamella {
namespace {

namespace fs = std::filesystem;

// magic, version, checksum of what follows; then the header fields and the state archive.
constexpr std::string_view kMagic = "LAMELLA-CHECKPOINT";
constexpr std::uint32_t kVersion = 5;
constexpr std::endian kOrder = std::endian::little;
constexpr std::ptrdiff_t kKept = 2;

void append_text(std::string& out, const std::string& text) {
    append_number(out, static_cast<std::uint32_t>(text.size()), kOrder);
    out += text;
}

void write_body(const Checkpoint& checkpoint, ByteSink sink) {
    std::string head;
    append_number(head, static_cast<std::int32_t>(checkpoint.frame), kOrder);
    append_number(head, checkpoint.left, kOrder);
    for (const std::string* text : {&checkpoint.scene_hash, &checkpoint.version, &checkpoint.isa})
        append_text(head, *text);
    sink(head);
    checkpoint.state.write(sink);
}

std::uint64_t checksum_of_body(const Checkpoint& checkpoint) {
    Hasher hasher;
    write_body(checkpoint, [&](std::string_view bytes) { hasher.update(bytes.data(), bytes.size()); });
    return hasher.digest();
}

Checkpoint from_body(std::string_view body, const std::string& source) {
    ByteReader reader(body, source, kOrder);
    Checkpoint checkpoint;
    checkpoint.frame = reader.number<std::int32_t>();
    checkpoint.left = reader.number<double>();
    for (std::string* text : {&checkpoint.scene_hash, &checkpoint.version, &checkpoint.isa})
        *text = reader.take(reader.number<std::uint32_t>());
    checkpoint.state = StateArchive::from_bytes(reader.take(reader.remaining()), source);
    return checkpoint;
}

// The frame in the name of a checkpoint; empty for other files.
std::optional<int> frame_of(const fs::path& path) {
    const std::string stem = path.stem().string();
    int frame = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), frame);
    const bool whole = error == std::errc{} && end == stem.data() + stem.size();
    return whole && path.extension() == ".lck" ? std::optional(frame) : std::nullopt;
}

// By frame.
std::vector<fs::path> checkpoints_in(const fs::path& folder) {
    std::vector<fs::path> paths;
    if (fs::is_directory(folder))
        for (const auto& entry : fs::directory_iterator(folder))
            if (frame_of(entry.path())) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end(), [](const auto& a, const auto& b) { return frame_of(a) < frame_of(b); });
    return paths;
}

}  // namespace

fs::path checkpoint_path(const fs::path& folder, int frame) { return folder / fmt::format("{:06d}.lck", frame); }

void write_checkpoint(const fs::path& folder, const Checkpoint& checkpoint) {
    std::string head(kMagic);
    append_number(head, kVersion, kOrder);
    append_number(head, checksum_of_body(checkpoint), kOrder);
    AtomicFile file(checkpoint_path(folder, checkpoint.frame));
    file.write(head);
    write_body(checkpoint, [&](std::string_view bytes) { file.write(bytes); });
    file.commit();
    const auto paths = checkpoints_in(folder);
    const auto own = std::find(paths.begin(), paths.end(), checkpoint_path(folder, checkpoint.frame)) - paths.begin();
    for (std::ptrdiff_t k = 0; k < std::ssize(paths); ++k)
        if (k > own || k + kKept <= own) fs::remove(paths[static_cast<std::size_t>(k)]);
}

Checkpoint read_checkpoint(const fs::path& path) { return parse_checkpoint(read_file(path), path.string()); }

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& source) {
    ByteReader reader(bytes, source, kOrder);
    if (bytes.size() < kMagic.size() || reader.take(kMagic.size()) != kMagic)
        throw InputError(source + ": this is no checkpoint of Lamella");
    const auto version = reader.number<std::uint32_t>();
    if (version != kVersion)
        throw InputError(
            fmt::format("{}: checkpoint version {} is not known (this program reads {})", source, version, kVersion));
    const auto checksum = reader.number<std::uint64_t>();
    const std::string_view body = reader.take(reader.remaining());
    if (hash_bytes(body.data(), body.size()) != checksum)
        throw InputError(source + ": the checkpoint is damaged (its checksum differs)");
    return from_body(body, source);
}

int last_checkpoint_frame(const fs::path& folder) {
    const auto paths = checkpoints_in(folder);
    return paths.empty() ? 0 : *frame_of(paths.back());
}

FoundCheckpoint last_checkpoint(const fs::path& folder, int latest) {
    FoundCheckpoint found;
    auto paths = checkpoints_in(folder);
    std::erase_if(paths, [&](const fs::path& path) { return frame_of(path) > latest; });
    for (auto path = paths.rbegin(); path != paths.rend() && !found.checkpoint; ++path) try {
            found.checkpoint = read_checkpoint(*path);
        } catch (const InputError& error) {
            found.warnings.emplace_back(error.what());
        } catch (const std::exception& error) {  // such as a size that the memory cannot hold
            found.warnings.push_back(fmt::format("{}: cannot be read ({})", path->string(), error.what()));
        }
    if (found.checkpoint)
        for (std::string& warning : found.warnings) warning += "; the one before it is used";
    return found;
}

}  // namespace lamella
