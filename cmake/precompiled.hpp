// What nearly every source includes, compiled once. Sources still include what they use: `./dev lint` builds
// without this.
#pragma once

#include <lamella/core/columns.hpp>
#include <lamella/core/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
