#include "CAllocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) && \
    !__has_feature(memory_sanitizer)

// The executable's definitions come before the library's for everything in the process.
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* pointer, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static _Thread_local int64_t count __attribute__((tls_model("initial-exec")));
static _Thread_local int64_t bytes __attribute__((tls_model("initial-exec")));

static void note(size_t size) {
  ++count;
  bytes += (int64_t)size;
}

void* malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void* calloc(size_t number, size_t size) {
  note(number * size);
  return __libc_calloc(number, size);
}

void* realloc(void* pointer, size_t size) {
  note(size);
  return __libc_realloc(pointer, size);
}

void* memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** pointer, size_t alignment, size_t size) {
  note(size);
  void* const memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *pointer = memory;
  return 0;
}

bool callocations_available(void) { return true; }
int64_t callocations_count(void) { return count; }
int64_t callocations_bytes(void) { return bytes; }

#else

bool callocations_available(void) { return false; }
int64_t callocations_count(void) { return 0; }
int64_t callocations_bytes(void) { return 0; }

#endif
