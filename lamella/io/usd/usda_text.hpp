// Values and declarations as the text of USD has them.
#pragma once

#include <lamella/geometry/triangle_mesh.hpp>
#include <lamella/io/provenance.hpp>
#include <lamella/io/up_axis.hpp>

#include <string>

namespace lamella {

// How a column of the vertices is declared.
struct UsdaAttribute {
    std::string declaration;
    std::string metadata;
    int components;
};
UsdaAttribute usda_attribute(const std::string& name, const AnyColumn& column);

std::string usda_values(const AnyColumn& column, int components);
std::string usda_points(const TriangleMesh& mesh);
std::string usda_extent(const TriangleMesh& mesh);
std::string usda_counts(const TriangleMesh& mesh);
std::string usda_indices(const TriangleMesh& mesh);

// A name as USD allows it.
std::string usda_identifier(std::string name);

// The head of a file with the frames first to last; `prim` is the one that others show.
std::string usda_head(const std::string& prim, int first, int last, double frame_rate, const Provenance& provenance,
                      UpAxis up);

}  // namespace lamella
