#pragma once
/// The rules of how core/ and app/ are built of folders: what may include what, and what one folder may hold.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::levels {

/// The text of source files, by their paths from the root.
using Sources = std::map<std::string, std::string>;

/// One sentence per include of a file's text that is forbidden: of a folder that the file's own does not depend on, or of a library
/// that belongs to other folders.
std::vector<std::string> objections(const std::string& file, const std::string& text);

/// For each module that includes itself through others, such a chain: "a → b → a". A header and the file that implements it are
/// one module. A module and its parts, whose names begin with its own, may include each other.
std::vector<std::string> circles(const Sources& sources);

/// Folders with more source files than one can take in at a glance, and how many they contain.
std::vector<std::string> crowded_folders(const std::vector<std::string>& files);

/// The types that a text defines for other files to see, each with its namespaces: "vitrine::normaliser::Form". Types of unnamed
/// namespaces and inside other types are left out.
std::set<std::string> types_of(const std::string& text);

/// A sentence for each type that is defined twice: whatever the linker keeps of the two holds for both, and the program does
/// anything at all.
std::vector<std::string> types_defined_twice(const Sources& sources);

}  // namespace vitrine::levels
