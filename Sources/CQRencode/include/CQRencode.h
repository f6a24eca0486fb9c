// libqrencode: QR codes of a text. Loaded when the first code is made.
#ifndef FERRY_CQRENCODE_H
#define FERRY_CQRENCODE_H

#include <qrencode.h>

/// The library's file.
const char *ferry_qr_library(void);

/// Loads the library; for a process that may load nothing later.
void ferry_qr_load(void);

/// The code of a text as bytes, with medium error correction; NULL where it is too long for one, or there is no
/// library.
QRcode *ferry_qr_encode(const char *text);

void ferry_qr_free(QRcode *code);

#endif
