#include "CQRencode.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    QRcode *(*encode)(const char *, int, QRecLevel);
    void (*free)(QRcode *);
} calls;

const char *ferry_qr_library(void) { return "libqrencode.so.4"; }

static void load(void) {
    void *library = dlopen(ferry_qr_library(), RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    calls.free = (void (*)(QRcode *))dlsym(library, "QRcode_free");
    if (calls.free == NULL) return;
    calls.encode =
        (QRcode * (*)(const char *, int, QRecLevel)) dlsym(library, "QRcode_encodeString8bit");
}

void ferry_qr_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

QRcode *ferry_qr_encode(const char *text) {
    ferry_qr_load();
    return calls.encode == NULL ? NULL : calls.encode(text, 0, QR_ECLEVEL_M);
}

void ferry_qr_free(QRcode *code) { calls.free(code); }
