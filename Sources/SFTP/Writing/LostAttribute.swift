import Words

/// What a file does not have because the server refused it.
enum LostAttribute {
    case owner
    case time
    case mode
    case modeAndTime

    var sentence: String {
        switch self {
        case .owner: tr("Its owner could not be set.")
        case .time: tr("Its time could not be set.")
        case .mode: tr("Its permissions could not be set.")
        case .modeAndTime: tr("Its permissions and time could not be set.")
        }
    }

    /// The same with the server's reply in it.
    func sentence(because reply: String) -> String {
        switch self {
        case .owner: tr("Its owner could not be set (\(reply)).")
        case .time: tr("Its time could not be set (\(reply)).")
        case .mode: tr("Its permissions could not be set (\(reply)).")
        case .modeAndTime: tr("Its permissions and time could not be set (\(reply)).")
        }
    }
}
