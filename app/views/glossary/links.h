#pragma once
/// Finds where a term appears: in other views, in the open run, and in the texts of other terms.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/base/view.h"
#include "app/run/run.h"
#include "app/words/glossary.h"

namespace vitrine {

/// The views about a term.
std::span<const View> views_about(const Term& term);

/// A tensor of a run named after a term, or a step about the term if there is no such tensor.
struct RunLink {
    std::string anchor;
    std::string section;  ///< section of the outline, "Encoder layer 1"
    std::string block;    ///< "Self-attention"; empty if equal to `name`
    std::string name;     ///< the end of the tensor's path, or the step's title
    std::string path;     ///< path of the tensor or of the step's result
    bool is_step = false;
    Role role = Role::residual;
    View view;  ///< the view that shows it best
};

/// The links, in the order of execution. If no tensor or step is named after the term, links to the results of blocks and layers
/// named after it.
std::vector<RunLink> links_into_run(const Run& run, const Term& term);

/// A mention of another term in a term's text.
struct Mention {
    std::size_t first = 0, last = 0;  ///< position in bytes; last is excluded
    const Term* term = nullptr;
};

/// The first mention of each other term, in singular or plural, from left to right.
std::vector<Mention> mentions(const Term& term);

}  // namespace vitrine
