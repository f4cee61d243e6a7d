# How the program is linked for a page: vitrine.js and vitrine.wasm, with a function that makes the program, Vitrine().
# In a page with threads, each thread is a worker. As many workers are started in advance as jobs and their loops use at a time.
set(environment web)
if(VITRINE_WEB_THREADS)
  set(environment web,worker)
  target_link_options(vitrine PRIVATE -pthread -sPTHREAD_POOL_SIZE=2*Math.min\(8,navigator.hardwareConcurrency\)+2
    -sDEFAULT_PTHREAD_STACK_SIZE=2097152 -Wno-pthreads-mem-growth)
endif()
target_link_options(vitrine PRIVATE
  -sMODULARIZE=1 -sEXPORT_NAME=Vitrine -sENVIRONMENT=${environment} -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
  -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=67108864 -sMAXIMUM_MEMORY=4294967296 -sTOTAL_STACK=2097152
  -sFORCE_FILESYSTEM=1 -sEXPORTED_RUNTIME_METHODS=FS,ccall,HEAPU8 -sEXPORTED_FUNCTIONS=_main,_malloc,_free)
