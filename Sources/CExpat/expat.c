#include "CExpat.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    XML_Parser (*create)(const XML_Char *, XML_Char);
    void (*free)(XML_Parser);
    void (*set_data)(XML_Parser, void *);
    void (*set_elements)(XML_Parser, XML_StartElementHandler, XML_EndElementHandler);
    void (*set_characters)(XML_Parser, XML_CharacterDataHandler);
    void (*set_doctype)(XML_Parser, XML_StartDoctypeDeclHandler);
    void (*set_skipped)(XML_Parser, XML_SkippedEntityHandler);
    enum XML_Status (*parse)(XML_Parser, const char *, int, int);
    enum XML_Status (*stop)(XML_Parser, XML_Bool);
    XML_Index (*index)(XML_Parser);
    XML_Size (*line)(XML_Parser);
    enum XML_Error (*error)(XML_Parser);
    const XML_LChar *(*error_text)(enum XML_Error);
} calls;

static const struct {
    const char *name;
    void **place;
} symbols[] = {
    {"XML_ParserCreateNS", (void **)&calls.create},
    {"XML_ParserFree", (void **)&calls.free},
    {"XML_SetUserData", (void **)&calls.set_data},
    {"XML_SetElementHandler", (void **)&calls.set_elements},
    {"XML_SetCharacterDataHandler", (void **)&calls.set_characters},
    {"XML_SetStartDoctypeDeclHandler", (void **)&calls.set_doctype},
    {"XML_SetSkippedEntityHandler", (void **)&calls.set_skipped},
    {"XML_Parse", (void **)&calls.parse},
    {"XML_StopParser", (void **)&calls.stop},
    {"XML_GetCurrentByteIndex", (void **)&calls.index},
    {"XML_GetCurrentLineNumber", (void **)&calls.line},
    {"XML_GetErrorCode", (void **)&calls.error},
    {"XML_ErrorString", (void **)&calls.error_text},
};

static int is_loaded;

static void load(void) {
    void *library = dlopen(ferry_xml_library(), RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        *symbols[i].place = dlsym(library, symbols[i].name);
        if (*symbols[i].place == NULL) return;
    }
    is_loaded = 1;
}

const char *ferry_xml_library(void) { return "libexpat.so.1"; }

int ferry_xml_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

XML_Parser ferry_xml_parser(XML_Char separator) {
    if (!ferry_xml_load()) return NULL;
    return calls.create(NULL, separator);
}

void ferry_xml_free(XML_Parser parser) { calls.free(parser); }

void ferry_xml_hear(
    XML_Parser parser, void *data, XML_StartElementHandler begin, XML_EndElementHandler end,
    XML_CharacterDataHandler characters, XML_StartDoctypeDeclHandler doctype,
    XML_SkippedEntityHandler skipped) {
    calls.set_data(parser, data);
    calls.set_elements(parser, begin, end);
    calls.set_characters(parser, characters);
    calls.set_doctype(parser, doctype);
    calls.set_skipped(parser, skipped);
}

enum XML_Status ferry_xml_parse(XML_Parser parser, const char *text, int length, int is_last) {
    return calls.parse(parser, text, length, is_last);
}

void ferry_xml_stop(XML_Parser parser) { calls.stop(parser, XML_FALSE); }
XML_Index ferry_xml_index(XML_Parser parser) { return calls.index(parser); }
XML_Size ferry_xml_line(XML_Parser parser) { return calls.line(parser); }
const char *ferry_xml_error(XML_Parser parser) { return calls.error_text(calls.error(parser)); }
