extension Name {
    /// The name as a pattern is compared with it: UTF-8, in NFC. `charset`: of names that are not UTF-8;
    /// bytes that are no text stay what they are.
    package func normalised(_ charset: Charset?) -> Name {
        guard bytes.contains(where: { $0 >= 0x80 }),
            let text = String(validating: bytes, as: UTF8.self) ?? charset?.decode(bytes)
        else { return self }
        return Name(text.composed) ?? self
    }
}
