/// For browsers. The libraries that write PDF are left out to keep the page small.

#include "app/render/pdf.h"

#include "core/tensor/error.h"

namespace vitrine {

std::string pdf_refusal() {
    return "PDF is not available in the browser, to keep the page small: save SVG, or use the desktop program";
}

std::string pdf(std::span<const std::string>, const std::vector<FontFile>&) { throw Error(pdf_refusal()); }

}  // namespace vitrine
