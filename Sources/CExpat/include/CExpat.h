// Expat, an XML parser that expands no external entity and bounds the internal ones.
#ifndef FERRY_CEXPAT_H
#define FERRY_CEXPAT_H

#include <expat.h>

#endif
