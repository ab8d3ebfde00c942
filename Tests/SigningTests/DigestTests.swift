import Signing
import Testing

/// The examples of FIPS 180 and the empty input.
@Suite struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func sha256IsTheStandards(text: String, hex: String) {
        #expect(SHA256.hex(of: text.utf8Span.span.bytes) == hex)
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
    func sha1IsTheStandards(text: String, hex: String) {
        let digest = SHA1.digest(of: text.utf8Span.span.bytes)
        let found = (0..<20).map { place in
            let digits = String(digest[place], radix: 16)
            return digits.count == 2 ? digits : "0" + digits
        }
        #expect(found.joined() == hex)
    }

    @Test func manyBytesAreHashedToo() {
        let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            SHA256.hex(of: million.span.bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }

    @Test func constantTimeComparisonComparesAll() {
        #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]) && ConstantTime.areEqual([], []))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]) && !ConstantTime.areEqual([1, 2], [1, 2, 3]))
    }
}
