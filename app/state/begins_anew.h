#pragma once
/// Whether the saved fields that are being read are those of a program that has just started, as before a link is opened.

namespace vitrine {

/// While `now` is true, a module also resets state that is not saved but that its saved fields depend on.
struct BeginsAnew {
    bool now = false;
};

}  // namespace vitrine
