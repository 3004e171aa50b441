// The name of this machine, or of the container that the process runs in.
#pragma once

#include <string>

namespace lamella {

std::string host_name();

}  // namespace lamella
