// Counts what the calling thread allocates, for the tests: the test process's malloc and its kin are these.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Whether anything is counted: on glibc, and not under a sanitizer, which has a malloc of its own.
bool callocations_available(void);

// How often this thread has asked for memory so far.
int64_t callocations_count(void);

// How many bytes this thread has asked for so far, whatever it has given back.
int64_t callocations_bytes(void);
