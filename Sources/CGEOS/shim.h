#pragma once

// The reentrant API only: every call takes a context handle.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

// The functions of the library as pointers, so that a program pays for loading it when the first
// polygon asks and not at every start. The types are those of the declarations above.
#define NEARBY_GEOS_FUNCTIONS(F)            \
  F(GEOS_init_r)                            \
  F(GEOS_finish_r)                          \
  F(GEOSContext_setErrorMessageHandler_r)   \
  F(GEOSCoordSeq_copyFromBuffer_r)          \
  F(GEOSCoordSeq_getSize_r)                 \
  F(GEOSCoordSeq_getXY_r)                   \
  F(GEOSDifference_r)                       \
  F(GEOSFree_r)                             \
  F(GEOSGeomTypeId_r)                       \
  F(GEOSGeom_createCollection_r)            \
  F(GEOSGeom_createLinearRing_r)            \
  F(GEOSGeom_createPointFromXY_r)           \
  F(GEOSGeom_createPolygon_r)               \
  F(GEOSGeom_destroy_r)                     \
  F(GEOSGeom_getCoordSeq_r)                 \
  F(GEOSGetExteriorRing_r)                  \
  F(GEOSGetGeometryN_r)                     \
  F(GEOSGetInteriorRingN_r)                 \
  F(GEOSGetNumGeometries_r)                 \
  F(GEOSGetNumInteriorRings_r)              \
  F(GEOSMakeValidParams_create_r)           \
  F(GEOSMakeValidParams_destroy_r)          \
  F(GEOSMakeValidParams_setKeepCollapsed_r) \
  F(GEOSMakeValidParams_setMethod_r)        \
  F(GEOSMakeValidWithParams_r)              \
  F(GEOSPrepare_r)                          \
  F(GEOSPreparedCovers_r)                   \
  F(GEOSPreparedGeom_destroy_r)             \
  F(GEOSisValidReason_r)                    \
  F(GEOSisValid_r)

typedef struct NearbyGEOSFunctions {
#define F(name) __typeof__(name) *name;
  NEARBY_GEOS_FUNCTIONS(F)
#undef F
} NearbyGEOSFunctions;

// Fills the struct by a look-up of names; 0 where one is missing.
static inline int NearbyGEOSFunctions_load(
    NearbyGEOSFunctions *functions, void *(*find)(void *library, const char *name), void *library) {
#define F(name) \
  if (!(functions->name = (__typeof__(name) *)find(library, #name))) return 0;
  NEARBY_GEOS_FUNCTIONS(F)
#undef F
  return 1;
}
