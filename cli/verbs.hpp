// The verbs of the program, one file each.
#pragma once

#include <cli/command_line.hpp>

namespace lamella::cli {

void add_run(CommandLine& program);
void add_simulate(CommandLine& program);
void add_surface(CommandLine& program);
void add_foam(CommandLine& program);
void add_render(CommandLine& program);
void add_compare(CommandLine& program);
void add_view(CommandLine& program);
void add_scenes(CommandLine& program);
void add_describe(CommandLine& program);
void add_info(CommandLine& program);
void add_convert(CommandLine& program);
void add_validate(CommandLine& program);

}  // namespace lamella::cli
