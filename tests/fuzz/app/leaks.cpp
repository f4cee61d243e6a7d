/// What other libraries keep until a process ends, which the leak sanitizer need not report: fontconfig, and the graphics driver,
/// which is no longer loaded by then.

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\nleak:<unknown module>\nleak:_dri.so\n"; }
