import Foundation

#if FUZZER
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
#endif

nonisolated(unsafe) private var chosen = FuzzTarget.frames

/// `Fuzz TARGET …` throws bytes at one reader.
///
/// Built with the fuzzer (`scripts/fuzz` does it) it searches, with
/// libFuzzer's own flags and corpora; built without it plays the files of the directories that are named, once.
@main enum Fuzz {
    static func main() {
        let words = CommandLine.arguments
        guard words.count > 1, let target = FuzzTarget(rawValue: words[1]) else {
            print("usage: Fuzz TARGET …\ntargets: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
            exit(2)
        }
        chosen = target
        #if FUZZER
        search([words[0]] + words.dropFirst(2))
        #else
        play(Array(words.dropFirst(2)))
        #endif
    }

    #if FUZZER
    private static func search(_ words: [String]) {
        var count = CInt(words.count)
        var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        list.withUnsafeMutableBufferPointer { buffer in
            guard var start = buffer.baseAddress else { return }
            exit(
                runDriver(&count, &start) { bytes, size in
                    chosen.read(Array(UnsafeBufferPointer(start: bytes, count: size)))
                    return 0
                }
            )
        }
    }
    #else
    private static func play(_ directories: [String]) {
        var count = 0
        for directory in directories {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            for name in names.sorted() {
                guard let data = FileManager.default.contents(atPath: directory + "/" + name) else { continue }
                chosen.read(Array(data))
                count += 1
            }
        }
        print("\(chosen.rawValue): \(count) inputs")
        exit(count > 0 ? 0 : 1)
    }
    #endif
}
