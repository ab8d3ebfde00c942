import CLinux
import Clockwork
import Exchange
import Glibc
import WireFormat

/// Output: gathered while orders are performed, written once.
extension Wires {
    /// What has been appended to the output since `start` belongs to this wire.
    mutating func noteOutput(_ slot: Int, from start: Int, ending sending: SendingID = .unobserved) {
        let wire = slab[slot]
        let last = Int(wire.pointee.lastRun)
        if last >= 0, last == output.runs.count - 1 {
            output.runs[last].end = output.bytes.count
        } else {
            let index = Int32(output.runs.count)
            output.runs.append(
                Output.Run(
                    slot: Int32(truncatingIfNeeded: slot),
                    generation: wire.pointee.generation,
                    start: start,
                    end: output.bytes.count,
                    sendings: output.sendings.count..<output.sendings.count
                )
            )
            if last >= 0 { output.runs[last].next = index } else { wire.pointee.firstRun = index }
            wire.pointee.lastRun = index
        }
        guard sending != .unobserved else { return }
        output.sendings.append((sending, output.bytes.count))
        let run = output.runs.count - 1
        output.runs[run].sendings = output.runs[run].sendings.lowerBound..<output.sendings.count
    }

    mutating func flush() {
        guard !output.runs.isEmpty else { return }
        var index = 0
        while index < output.runs.count {
            let run = output.runs[index]
            if isCurrent(Int(run.slot), run.generation) { flush(Int(run.slot)) }
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
        if run.next < 0 {
            let descriptor = wire.pointee.descriptor
            guard wire.pointee.backlog == nil, !wire.pointee.isBroken else {
                return keepOutput(slot, output.bytes[run.start..<run.end], sendings: run.sendings, before: run.start)
            }
            let count = run.end - run.start
            let taken = output.bytes.withUnsafeBytes { all in
                clinux_send(descriptor, all.baseAddress.map { $0 + run.start }, count)
            }
            systemCalls.sends += 1
            if taken == count {
                bytesSent += count
                if !run.sendings.isEmpty { tellSent(run.sendings) }
                if wire.pointee.endsWriting { endWriting(slot) }
            } else {
                wasTaken(slot, taken, of: run)
            }
        } else {
            flushRuns(slot, from: first)
        }
    }

    /// The kernel took less than everything, or nothing for good.
    private mutating func wasTaken(_ slot: Int, _ answer: Int64, of run: Output.Run) {
        guard answer >= 0 || answer == -Int64(EAGAIN) else { return broke(slot) }
        let taken = max(0, Int(answer))
        bytesSent += taken
        var done = run.sendings.lowerBound
        while done < run.sendings.upperBound, output.sendings[done].end <= run.start + taken { done += 1 }
        if done > run.sendings.lowerBound { tellSent(run.sendings.lowerBound..<done) }
        let rest = output.bytes[(run.start + taken)..<run.end]
        keepOutput(slot, rest, sendings: done..<run.sendings.upperBound, before: run.start + taken)
    }

    /// Several runs, because the orders went back and forth between wires: first made one, behind all others.
    private mutating func flushRuns(_ slot: Int, from first: Int) {
        var run = first
        let start = output.bytes.count
        let sendings = output.sendings.count
        while run >= 0 {
            let piece = output.runs[run]
            let shift = output.bytes.count - piece.start
            output.bytes.append(contentsOf: output.bytes[piece.start..<piece.end])
            for place in piece.sendings {
                let sending = output.sendings[place]
                output.sendings.append((sending.id, sending.end + shift))
            }
            run = Int(piece.next)
        }
        slab[slot].pointee.firstRun = Int32(output.runs.count)
        slab[slot].pointee.lastRun = Int32(output.runs.count)
        output.runs.append(
            Output.Run(
                slot: Int32(truncatingIfNeeded: slot),
                generation: slab[slot].pointee.generation,
                start: start,
                end: output.bytes.count,
                sendings: sendings..<output.sendings.count
            )
        )
        flush(slot)
    }

    private mutating func tellSent(_ sendings: Range<Int>) {
        let moment = Self.clock()
        for place in sendings { deferred.append(.sent(output.sendings[place].id, moment)) }
    }

    /// Keeps what the kernel did not take; `start` is where the bytes begin in the output.
    private mutating func keepOutput(_ slot: Int, _ bytes: ArraySlice<UInt8>, sendings: Range<Int>, before start: Int) {
        let wire = slab[slot]
        guard !wire.pointee.isBroken else { return }
        let backlog = wire.pointee.backlog ?? Backlog()
        wire.pointee.backlog = backlog
        let shift = backlog.taken + backlog.count - start
        bytes.withUnsafeBytes { backlog.append($0) }
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
    }

    /// Nothing can be written any more. What has arrived may still be read, and reading finds the end.
    private mutating func broke(_ slot: Int) {
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
        systemCalls.others += 1
        clinux_end_writing(wire.pointee.descriptor)
    }
}
