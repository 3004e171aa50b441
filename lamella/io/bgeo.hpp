// Classic BGEO ("BgeoV", version 5, big-endian, plain or gzip): the particle format of older Houdini
// versions, partio, SPlisHSPlasH and splashsurf.
#pragma once

#include <lamella/io/point_builder.hpp>
#include <lamella/io/provenance.hpp>

namespace lamella {

ParticleSet read_bgeo(std::string_view bytes, const std::string& source, ReadNotes* notes = nullptr);

// gzip-packed in members that end with whole points; the provenance stands in the comment of the first header.
std::string write_bgeo(const ParticleSet& particles, const Provenance& provenance);

}  // namespace lamella
