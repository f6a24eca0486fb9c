// Web: what HTTP and Share both speak: dates, media types, Base64, XML. It does no I/O, and must never
// import what sends or serves.
