// Expat, an XML parser that expands no external entity and bounds the internal ones. Loaded when the first
// document is read, so that each start of the program is spared it and updates of the system's take effect.
#ifndef FERRY_CEXPAT_H
#define FERRY_CEXPAT_H

#include <expat.h>

/// The library's file.
const char *ferry_xml_library(void);

/// Loads the library; for a process that may load nothing later. Whether it is there.
int ferry_xml_load(void);

/// NULL where there is no memory, or no library. What follows takes what this has given.
XML_Parser ferry_xml_parser(XML_Char separator);
void ferry_xml_free(XML_Parser parser);
void ferry_xml_hear(
    XML_Parser parser, void *data, XML_StartElementHandler begin, XML_EndElementHandler end,
    XML_CharacterDataHandler characters, XML_StartDoctypeDeclHandler doctype,
    XML_SkippedEntityHandler skipped);

enum XML_Status ferry_xml_parse(XML_Parser parser, const char *text, int length, int is_last);
void ferry_xml_stop(XML_Parser parser);
XML_Index ferry_xml_index(XML_Parser parser);
XML_Size ferry_xml_line(XML_Parser parser);
/// What went wrong last; NULL where Expat has no words for it.
const char *ferry_xml_error(XML_Parser parser);

#endif
