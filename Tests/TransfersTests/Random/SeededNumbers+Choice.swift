import Support

extension SeededNumbers {
    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    mutating func pick<Element>(_ all: [Element], _ otherwise: Element) -> Element {
        all.randomElement(using: &self) ?? otherwise
    }
}
