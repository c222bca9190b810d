package io.counterfoil.site;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tokens of a language that are colored. Immutable. */
final class Language {

    private final List<Token> tokens;
    private final Pattern pattern;

    private Language(List<Token> tokens) {
        this.tokens = tokens;
        this.pattern = Pattern.compile(
                tokens.stream().map(token -> "(" + token.pattern() + ")").collect(Collectors.joining("|")),
                Pattern.MULTILINE);
    }

    /**
     * A kind of token.
     *
     * @param style its class in the style sheet
     * @param pattern without groups that capture
     */
    record Token(String style, String pattern) {}

    /** @param tokens where two of them match, the first is taken */
    static Language of(Token... tokens) {
        return new Language(List.of(tokens));
    }

    static Token words(String style, String words) {
        String alternatives = Stream.of(words.split(" ", -1)).collect(Collectors.joining("|"));
        return new Token(style, "\\b(?:" + alternatives + ")\\b");
    }

    /** The code as HTML, with spans round its tokens. */
    String html(String code) {
        StringBuilder html = new StringBuilder();
        Matcher found = pattern.matcher(code);
        int written = 0;
        while (found.find()) {
            html.append(Html.escape(code.substring(written, found.start())))
                    .append("<span class=\"%s\">".formatted(style(found)))
                    .append(Html.escape(found.group()))
                    .append("</span>");
            written = found.end();
        }
        return html.append(Html.escape(code.substring(written))).toString();
    }

    private String style(Matcher found) {
        int group = 1;
        while (found.group(group) == null) {
            group++;
        }
        return tokens.get(group - 1).style();
    }
}
