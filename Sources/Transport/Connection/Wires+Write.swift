import CLinux
import Clockwork
import Exchange
import Glibc
import WireFormat

/// Output: gathered while orders are performed, written once.
extension Wires {
    /// What has been appended to the output since `start` belongs to this wire.
    @inline(__always)
    mutating func noteOutput(_ slot: Int, from start: Int, ending sending: SendingID = .unobserved) {
        let last = Int(slab[slot].pointee.lastRun)
        if last >= 0, last == output.runCount - 1 {
            output.runs[last].end = output.count
        } else {
            beginRun(slot, from: start, behind: last)
        }
        guard sending != .unobserved else { return }
        output.sendings.append((sending, output.count))
        output.runs[output.runCount - 1].lastSending = Int32(truncatingIfNeeded: output.sendings.count)
    }

    private mutating func beginRun(_ slot: Int, from start: Int, behind last: Int) {
        let wire = slab[slot]
        let sendings = Int32(truncatingIfNeeded: output.sendings.count)
        let index = output.append(
            Output.Run(
                slot: Int32(truncatingIfNeeded: slot),
                generation: wire.pointee.generation,
                start: start,
                end: output.count,
                firstSending: sendings,
                lastSending: sendings
            )
        )
        if last >= 0 { output.runs[last].next = index } else { wire.pointee.firstRun = index }
        wire.pointee.lastRun = index
    }

    @inline(__always)
    mutating func flush() {
        guard output.runCount > 0 else { return }
        var index = 0
        while index < output.runCount {
            let slot = Int(output.runs[index].slot)
            if isCurrent(slot, output.runs[index].generation) { flush(slot) }
            index += 1
        }
        output.clear()
    }

    /// Writes what is gathered for one wire.
    mutating func flush(_ slot: Int) {
        let wire = slab[slot]
        let first = Int(wire.pointee.firstRun)
        guard first >= 0 else { return }
        wire.pointee.firstRun = -1
        wire.pointee.lastRun = -1
        let run = output.runs[first]
        guard run.next < 0 else { return flushRuns(slot, from: first) }
        if let tls = wire.pointee.tls { return flushSecured(slot, tls, run) }
        guard wire.pointee.backlog == nil, !wire.pointee.isBroken else {
            return keepOutput(slot, run.start..<run.end, sendings: run.sendings)
        }
        let count = run.end - run.start
        let taken = clinux_send(wire.pointee.descriptor, output.start + run.start, count)
        systemCalls.sends += 1
        guard taken == count else { return wasTaken(slot, taken, of: run) }
        bytesSent += count
        if run.lastSending > run.firstSending { tellSent(run.sendings) }
        if wire.pointee.endsWriting { endWriting(slot) }
    }

    /// The kernel took less than everything, or nothing for good.
    private mutating func wasTaken(_ slot: Int, _ answer: Int64, of run: Output.Run) {
        guard answer >= 0 || answer == -Int64(EAGAIN) else { return broke(slot) }
        let taken = max(0, Int(answer))
        bytesSent += taken
        var done = run.sendings.lowerBound
        while done < run.sendings.upperBound, output.sendings[done].end <= run.start + taken { done += 1 }
        if done > run.sendings.lowerBound { tellSent(run.sendings.lowerBound..<done) }
        keepOutput(slot, (run.start + taken)..<run.end, sendings: done..<run.sendings.upperBound)
    }

    /// Several runs, because the orders went back and forth between wires: first made one, behind all others.
    private mutating func flushRuns(_ slot: Int, from first: Int) {
        var run = first
        let start = output.count
        let sendings = Int32(truncatingIfNeeded: output.sendings.count)
        while run >= 0 {
            let piece = output.runs[run]
            let shift = output.count - piece.start
            let size = piece.end - piece.start
            let place = output.place(for: size)
            place.copyMemory(from: output.start + piece.start, byteCount: size)
            output.add(size)
            for place in piece.sendings {
                let sending = output.sendings[place]
                output.sendings.append((sending.id, sending.end + shift))
            }
            run = Int(piece.next)
        }
        let index = output.append(
            Output.Run(
                slot: Int32(truncatingIfNeeded: slot),
                generation: slab[slot].pointee.generation,
                start: start,
                end: output.count,
                firstSending: sendings,
                lastSending: Int32(truncatingIfNeeded: output.sendings.count)
            )
        )
        slab[slot].pointee.firstRun = index
        slab[slot].pointee.lastRun = index
        flush(slot)
    }

    mutating func tellSent(_ sendings: Range<Int>) {
        let moment = Self.clock()
        for place in sendings { deferred.append(.sent(output.sendings[place].id, moment)) }
    }

    /// Keeps what the kernel did not take.
    private mutating func keepOutput(_ slot: Int, _ bytes: Range<Int>, sendings: Range<Int>) {
        let wire = slab[slot]
        guard !wire.pointee.isBroken else { return }
        let backlog = wire.pointee.backlog ?? Backlog()
        wire.pointee.backlog = backlog
        let shift = backlog.taken + backlog.count - bytes.lowerBound
        backlog.append(UnsafeRawBufferPointer(start: output.start + bytes.lowerBound, count: bytes.count))
        for place in sendings {
            let sending = output.sendings[place]
            backlog.sendings.append((sending.id.number, sending.end + shift))
        }
        if backlog.count > limits.unsent { cut(slot, .tooLarge) }
    }

    /// The kernel has room again.
    mutating func flushBacklog(_ slot: Int) {
        guard let backlog = slab[slot].pointee.backlog else { return }
        let descriptor = slab[slot].pointee.descriptor
        let answer = backlog.bytes.withUnsafeBytes { all in
            clinux_send(descriptor, all.baseAddress.map { $0 + backlog.start }, backlog.count)
        }
        systemCalls.sends += 1
        guard answer >= 0 || answer == -Int64(EAGAIN) else { return broke(slot) }
        let taken = max(0, Int(answer))
        bytesSent += taken
        backlog.drop(taken)
        let done = backlog.sendings.prefix { $0.end <= backlog.taken }.count
        if done > 0 {
            let moment = Self.clock()
            for sending in backlog.sendings[..<done] { deferred.append(.sent(SendingID(sending.id), moment)) }
            backlog.sendings.removeFirst(done)
        }
        guard backlog.count == 0 else { return }
        slab[slot].pointee.backlog = nil
        if slab[slot].pointee.endsWriting { endWriting(slot) }
        if slab[slot].pointee.stage == .calling { goOnUploading(slot) }
    }

    /// Nothing can be written any more.
    ///
    /// What has arrived may still be read, and reading finds the end.
    mutating func broke(_ slot: Int) {
        slab[slot].pointee.isBroken = true
        slab[slot].pointee.backlog = nil
        comeBack(to: slot)
    }

    /// Tells the peer that nothing more comes, now or behind what is still unwritten.
    mutating func endWriting(_ slot: Int) {
        let wire = slab[slot]
        guard wire.pointee.firstRun < 0, wire.pointee.backlog == nil else {
            wire.pointee.endsWriting = true
            return
        }
        wire.pointee.endsWriting = false
        if let tls = wire.pointee.tls, tls.endWriting() {
            sendRecords(slot)
            guard wire.pointee.backlog == nil else {
                wire.pointee.endsWriting = true
                return
            }
        }
        systemCalls.others += 1
        clinux_end_writing(wire.pointee.descriptor)
    }
}
