// libqrencode: QR codes of a text.
#ifndef FERRY_CQRENCODE_H
#define FERRY_CQRENCODE_H

#include <qrencode.h>

#endif
