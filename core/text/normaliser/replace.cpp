#include "core/text/normaliser/normaliser.h"

namespace vitrine::normaliser {

void Replace::apply(std::string& text, const TextGrowth& growth) const { text = pattern.replaced(text, content, growth); }

void Prepend::apply(std::string& text) const {
    if (!text.empty()) text.insert(0, prepend);
}

}  // namespace vitrine::normaliser
