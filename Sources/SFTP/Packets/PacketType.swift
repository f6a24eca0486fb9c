/// The kinds of packets of version 3 (draft-ietf-secsh-filexfer-02, section 3), by their numbers.
enum PacketType: UInt8 {
    case initialize = 1
    case version = 2
    case open = 3
    case close = 4
    case read = 5
    case write = 6
    case linkStatus = 7
    case openStatus = 8
    case setStatus = 9
    case setOpenStatus = 10
    case openDirectory = 11
    case readDirectory = 12
    case remove = 13
    case makeDirectory = 14
    case removeDirectory = 15
    case realPath = 16
    case fileStatus = 17
    case rename = 18
    case readLink = 19
    case makeLink = 20
    case status = 101
    case handle = 102
    case data = 103
    case names = 104
    case attributes = 105
    case extended = 200
    case extendedReply = 201

    /// As the draft and servers' logs call it, for the log.
    var word: String {
        switch self {
        case .initialize: "INIT"
        case .version: "VERSION"
        case .open: "OPEN"
        case .close: "CLOSE"
        case .read: "READ"
        case .write: "WRITE"
        case .linkStatus: "LSTAT"
        case .openStatus: "FSTAT"
        case .setStatus: "SETSTAT"
        case .setOpenStatus: "FSETSTAT"
        case .openDirectory: "OPENDIR"
        case .readDirectory: "READDIR"
        case .remove: "REMOVE"
        case .makeDirectory: "MKDIR"
        case .removeDirectory: "RMDIR"
        case .realPath: "REALPATH"
        case .fileStatus: "STAT"
        case .rename: "RENAME"
        case .readLink: "READLINK"
        case .makeLink: "SYMLINK"
        case .status: "STATUS"
        case .handle: "HANDLE"
        case .data: "DATA"
        case .names: "NAME"
        case .attributes: "ATTRS"
        case .extended: "EXTENDED"
        case .extendedReply: "EXTENDED_REPLY"
        }
    }
}
