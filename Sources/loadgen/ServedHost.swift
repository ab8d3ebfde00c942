import Clockwork
import Glibc
import LaunchKit
import SimulatorCore
import Transport

/// The host that a simulator seems to run on: it waits for the end, and goes down and comes back when it is told to.
struct ServedHost {
    let listener: Listener
    let thread: WireHandle<SimulatorProgram>
    private var line: [UInt8] = []
    /// When it comes back; nil while it is up.
    private var upAt: MonotonicTime?

    init(listener: Listener, thread: WireHandle<SimulatorProgram>) {
        self.listener = listener
        self.thread = thread
    }

    /// Until a signal, or until the input ends.
    mutating func follow(_ signals: borrowing SignalWatch, input: Int32?) {
        while true {
            switch signals.wait(until: upAt, orReadable: input) {
            case .signal: return
            case .readable:
                guard let input, take(from: input) else { return }
            case .timeout: comeBack()
            }
        }
    }

    /// False at the end of the input.
    private mutating func take(from input: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(input, &bytes, bytes.count)
        guard count > 0 else { return false }
        for byte in bytes.prefix(count) {
            if byte == UInt8(ascii: "\n") {
                if let down = SimulatorRemote.down(in: String(decoding: line, as: UTF8.self)) { goDown(for: down) }
                line = []
            } else if line.count < bytes.count {
                line.append(byte)
            }
        }
        return true
    }

    private mutating func goDown(for down: Duration) {
        // First the door, so that nobody who is reset finds it open.
        do {
            try listener.pause()
        } catch {
            complain("cannot go down: \(error)")
        }
        thread.submit { loop in loop.resetConnections() }
        upAt = MachineClock().now + down
    }

    private mutating func comeBack() {
        guard let due = upAt, due <= MachineClock().now else { return }
        upAt = nil
        do {
            try listener.resume()
        } catch {
            complain("cannot come back: \(error)")
        }
    }

    private func complain(_ text: String) {
        Files.writeAll(Array("simulator: \(text)\n".utf8), to: STDERR_FILENO)
    }
}
