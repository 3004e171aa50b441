// What every particle solver of a liquid starts from.
#pragma once

#include <lamella/matter/body.hpp>
#include <lamella/matter/body_skin.hpp>
#include <lamella/matter/carried_surface.hpp>
#include <lamella/matter/force_fields.hpp>
#include <lamella/matter/material.hpp>
#include <lamella/matter/probe_parameters.hpp>
#include <lamella/particles/liquid_domain.hpp>
#include <lamella/particles/particle_set.hpp>

#include <string>
#include <vector>

namespace lamella {

struct LiquidSetup {
    Vec3d origin = Vec3d::Zero();  // what positions are relative to
    Real spacing = 0.0f;
    PhaseMaterials materials{PhaseMaterial{}};  // by phase
    Vec3 gravity = Vec3(0.0f, -9.81f, 0.0f);
    ForceFields forces;
    LiquidDomain domain;
    std::vector<Vec3> walls;  // samples of the domain's closed faces
    std::vector<Body> bodies;
    std::vector<BodySkin> skins;  // of the bodies, where the solver asks for them
    std::vector<LiquidSource> sources;
    ParticleSet particles;                     // P, v, phase; ids, where they have none, are given in this order
    std::vector<std::string> names{"liquid"};  // of the phases
    std::vector<std::string> attributes;       // that frames hold besides the usual ones
    Real expected_speed = 1.0f;                // of the fastest liquid
    ProbeNeeds probed;
    CarriedSurfaceMaker carried_surface = nullptr;  // for methods that act on a mesh of the surface
};

}  // namespace lamella
