#include "core/text/normaliser/normaliser.h"

namespace vitrine::normaliser {

template <UnicodeForm form>
void Form<form>::apply(std::string& text) const {
    std::string room;
    const std::string_view result = normalised(text, form, room);
    if (result.data() != text.data()) text = std::move(room);
}

template struct Form<UnicodeForm::nfc>;
template struct Form<UnicodeForm::nfd>;
template struct Form<UnicodeForm::nfkc>;
template struct Form<UnicodeForm::nfkd>;

}  // namespace vitrine::normaliser
