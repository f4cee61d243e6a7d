#include "app/base/slots.h"

#include <algorithm>

namespace vitrine {

Slots& Slots::operator=(const Slots& other) {
    std::vector<std::unique_ptr<AnySlot>> copies;
    for (const auto& slot : other.slots_) copies.push_back(slot->copy());
    slots_ = std::move(copies);
    return *this;
}

Slots::AnySlot* Slots::find(const std::type_info& type) const {
    const auto found = std::ranges::find_if(slots_, [&](const auto& slot) { return *slot->type == type; });
    return found == slots_.end() ? nullptr : found->get();
}

}  // namespace vitrine
