import Testing
import TextForms

@Suite struct QueryTextTests {
    @Test(arguments: [
        ("/chat?brandId=1234&x=y", "1234"), ("?brandId=", ""), ("/?brandId", ""), ("/?a=b&brandId&c", ""),
        ("/?a=b&brandId=c=d", "c=d"), ("/?brandId=1&brandId=2", "1"), ("/?brand%49d=%C3%A4+b%2B", "ä b+"),
        ("/?brandId=100%", "100%"), ("/?brandId=%zz%4", "%zz%4"), ("/?&&brandId=1", "1"), ("/?brandId=%FF", "\u{FFFD}"),
    ])
    func valuesAreFoundAndDecoded(target: String, value: String) {
        #expect(QueryText.value(of: "brandId", in: target) == value)
    }

    @Test(arguments: ["", "/", "/brandId=1", "/?", "/?brandid=1", "/?xbrandId=1", "/?brandIdx=1", "/?a=brandId"])
    func namesThatAreNotThereAreNotFound(target: String) {
        #expect(QueryText.value(of: "brandId", in: target) == nil)
    }

    @Test(arguments: [("/a/b?c=/d", "/a/b"), ("/a", "/a"), ("?x", ""), ("/a#b?c", "/a"), ("", "")])
    func thePathEndsBeforeTheQuery(target: String, path: String) {
        let bytes = target.utf8Span.span.bytes
        #expect(bytes.text(in: QueryText.path(of: bytes)) == path)
    }
}
