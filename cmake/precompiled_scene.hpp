// As precompiled.hpp, for the folders that know scenes.
#pragma once

#include <lamella/core/run.hpp>
#include <lamella/scene/scene.hpp>
#include "precompiled.hpp"
