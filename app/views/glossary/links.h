#pragma once
/// Where a term shows: in other views, in the open run, and in the text of another term.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/base/view.h"
#include "app/run/run.h"
#include "app/words/glossary.h"

namespace vitrine {

/// The views that are about a term.
std::span<const View> views_about(const Term& term);

/// A tensor of a run that is called by a term, or a step that is about it and fills no tensor that is called so.
struct RunLink {
    std::string anchor;
    std::string section;  ///< of the outline: "Encoder layer 1"
    std::string block;    ///< "Self-attention"; empty where that is the name, too
    std::string name;     ///< the tensor's, as the end of its path has it, or the step's title
    std::string path;     ///< of the tensor, or of the step's result
    bool is_step = false;
    Role role = Role::residual;
    View view;  ///< that shows it best
};

/// In the order in which they are computed.
std::vector<RunLink> links_into_run(const Run& run, const Term& term);

/// Another term in the text of one.
struct Mention {
    std::size_t first = 0, last = 0;  ///< bytes of the text, last excluded
    const Term* term = nullptr;
};

/// Each term where it is named first, as it stands or in the plural, from left to right.
std::vector<Mention> mentions(const Term& term);

}  // namespace vitrine
