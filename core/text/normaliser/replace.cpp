#include "core/text/normaliser/normaliser.h"

namespace vitrine::normaliser {

void Replace::apply(std::string& text) const { text = pattern.replaced(text, content); }

void Prepend::apply(std::string& text) const {
    if (!text.empty()) text.insert(0, prepend);
}

}  // namespace vitrine::normaliser
