package io.counterfoil.site;

import io.counterfoil.site.Language.Token;
import java.util.Map;
import java.util.Optional;

/** Colors the languages of the documents' code blocks. Others are plain text. */
final class Highlighter {

    private static final String KEYWORD = "keyword";

    private static final Token STRING = new Token("string", "\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'");
    private static final Token NUMBER = new Token("number", "\\b\\d[\\d_]*(?:\\.\\d+)?[LlDdFf]?\\b");
    private static final Token CONSTANT = Language.words(KEYWORD, "true false null");
    private static final Token HASH_COMMENT = new Token("comment", "(?:^|(?<=\\s))#.*$");

    private static final Language JAVA = Language.of(
            new Token("comment", "//.*$|/\\*[\\s\\S]*?\\*/"),
            new Token("string", "\"\"\"[\\s\\S]*?\"\"\""),
            STRING,
            new Token("name", "@\\w+"),
            Language.words(
                    KEYWORD,
                    "abstract assert boolean break byte case catch char class continue default do double else enum extends false"
                            + " final finally float for if implements import instanceof int interface long new null package"
                            + " private protected public record return sealed short static super switch synchronized this"
                            + " throw throws true try var void while"),
            NUMBER);

    private static final Language SQL = Language.of(
            new Token("comment", "--.*$"),
            STRING,
            new Token("keyword", "(?i:" + Language.words(KEYWORD, """
                            add alter and as begin bigint by check column commit constraint create default delete distinct \
                            exists foreign from group if in index insert integer into is join key limit not null on or order \
                            primary references select set table text timestamp unique update uuid values varchar where with\
                            """).pattern() + ")"),
            NUMBER);

    private static final Language PYTHON = Language.of(
            HASH_COMMENT,
            STRING,
            Language.words(
                    KEYWORD,
                    "and as assert def del elif else except False for from if import in is lambda None not or pass raise return"
                            + " True try while with"),
            NUMBER);

    private static final Language XML = Language.of(
            new Token("comment", "<!--[\\s\\S]*?-->"),
            new Token(KEYWORD, "</?[\\w:.-]+|/?>"),
            new Token("name", "\\b[\\w:-]+(?==\")"),
            STRING);

    private static final Map<String, Language> LANGUAGES = Map.of(
            "java",
            JAVA,
            "sql",
            SQL,
            "python",
            PYTHON,
            "xml",
            XML,
            "yaml",
            Language.of(HASH_COMMENT, new Token("name", "[\\w.\\[\\]/-]+(?=:(?:\\s|$))"), STRING, CONSTANT, NUMBER),
            "json",
            Language.of(new Token("name", "\"[^\"\\n]*\"(?=\\s*:)"), STRING, CONSTANT, NUMBER),
            "sh",
            Language.of(HASH_COMMENT, STRING),
            "console",
            Language.of(new Token("prompt", "^\\$ "), HASH_COMMENT));

    private Highlighter() {}

    /** The code as HTML, with spans round its tokens. */
    static String html(String language, String code) {
        return Optional.ofNullable(LANGUAGES.get(language))
                .map(known -> known.html(code))
                .orElseGet(() -> Html.escape(code));
    }
}
