#include "CFuzzMemory.h"

#include <stdatomic.h>
#include <stddef.h>

// Of <sanitizer/allocator_interface.h>; an ordinary build has none of them.
extern int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, size_t), void (*free_hook)(const volatile void*));
extern size_t __sanitizer_get_allocated_size(const volatile void* pointer);

static _Atomic int64_t held;
static _Atomic int64_t peak;

static void note_malloc(const volatile void* pointer, size_t size) {
  (void)pointer;
  int64_t now = atomic_fetch_add(&held, (int64_t)size) + (int64_t)size;
  int64_t seen = atomic_load(&peak);
  while (now > seen && !atomic_compare_exchange_weak(&peak, &seen, now)) {
  }
}

static void note_free(const volatile void* pointer) {
  if (pointer != NULL) atomic_fetch_sub(&held, (int64_t)__sanitizer_get_allocated_size(pointer));
}

void fuzz_memory_begin(void) {
  static int installed;
  if (!installed) installed = __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free);
  atomic_store(&held, 0);
  atomic_store(&peak, 0);
}

int64_t fuzz_memory_peak(void) { return atomic_load(&peak); }
