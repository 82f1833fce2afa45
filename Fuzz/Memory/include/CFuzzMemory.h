#ifndef CFUZZMEMORY_H
#define CFUZZMEMORY_H

#include <stdint.h>

/// Begins to count what is allocated, in all threads; needs the address sanitizer.
void fuzz_memory_begin(void);

/// The most bytes that were held at once since then, beyond those held before.
int64_t fuzz_memory_peak(void);

#endif
