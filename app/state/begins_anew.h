#pragma once
/// Whether the saved fields that are being read are those of a program that has just been started, as before a link is opened.

namespace vitrine {

/// While `now`, a module with more state than its saved fields, which these depend on, brings that back as well.
struct BeginsAnew {
    bool now = false;
};

}  // namespace vitrine
