import Terminal
import Testing

@testable import UI

@Suite("A cursor in a list")
struct ListCursorTests {
    private let list = Rect(x: 0, y: 3, width: 40, height: 5)

    @Test("It stays inside of the list, and is always seen")
    func clamps() {
        var cursor = ListCursor()
        cursor.move(to: 99, count: 20, height: 5)
        #expect(cursor == ListCursor(cursor: 19, top: 15))
        cursor.move(by: -6, count: 20, height: 5)
        #expect(cursor == ListCursor(cursor: 13, top: 13))
        cursor.move(to: 3, count: 0, height: 5)
        #expect(cursor == ListCursor())
    }

    @Test("Actions and the mouse lead to rows; what is no row of the list leads nowhere")
    func leads() {
        let cursor = ListCursor(cursor: 10, top: 8)
        #expect(cursor.row(after: .pageDown, count: 20, height: 5) == 15)
        #expect(cursor.row(after: .halfUp, count: 20, height: 5) == 8)
        #expect(cursor.row(after: .bottom, count: 20, height: 5) == 19)
        #expect(cursor.row(after: .copy, count: 20, height: 5) == nil)
        func row(_ button: Event.MouseButton, _ y: Int, count: Int = 20) -> Int? {
            let mouse = Mouse(
                button: button, point: Point(x: 1, y: y), isPress: true, modifiers: [])
            return cursor.row(after: mouse, count: count, list: list)
        }
        #expect(row(.left, 3) == 8)
        #expect(row(.left, 7) == 12)
        #expect(row(.left, 7, count: 12) == nil)
        #expect(row(.left, 8) == nil)
        #expect(row(.wheelUp, 0) == 7)
    }

    @Test("It follows its row at its place on the screen")
    func follows() {
        var cursor = ListCursor(cursor: 10, top: 8)
        cursor.follow(to: 13)
        #expect(cursor == ListCursor(cursor: 13, top: 11))
        cursor.follow(to: 0)
        #expect(cursor == ListCursor(cursor: 0, top: 0))
    }

    @Test("Text without a cursor scrolls no further than its last line")
    func text() {
        var text = TextScroll()
        #expect(text.scroll(.bottom, count: 30, height: 10) == true)
        #expect(text.top == 20)
        #expect(text.scroll(.pageUp, count: 30, height: 10, overlap: 1) == true)
        #expect(text.top == 11)
        #expect(text.scroll(.copy, count: 30, height: 10) == false)
        #expect(text.scroll(.pageDown, count: 4, height: 10) == true)
        #expect(text.top == 0)
    }
}
