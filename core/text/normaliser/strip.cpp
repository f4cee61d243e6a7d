#include <algorithm>

#include "core/text/normaliser/normaliser.h"
#include "core/text/utf8.h"

namespace vitrine::normaliser {

void Strip::apply(std::string& text) const {
    std::size_t first = text.size(), last = 0;  // of the part without white space at its ends
    std::size_t at = 0;
    for_each_step(text, [&](const Utf8Step& step, std::string_view bytes) {
        if (!step.valid || !is_white_space(step.character)) {
            first = std::min(first, at);
            last = at + bytes.size();
        }
        at += bytes.size();
    });
    if (strip_right) text.resize(last);
    if (strip_left) text.erase(0, std::min(first, text.size()));
}

}  // namespace vitrine::normaliser
