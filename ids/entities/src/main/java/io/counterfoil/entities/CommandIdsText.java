package io.counterfoil.entities;

import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The text in which a list of command ids is stored: a JSON array of strings, in just this spelling. */
final class CommandIdsText {

    private static final int ID_LENGTH = UuidFormat.HEX.length();

    private final String text;
    private int at;

    private CommandIdsText(String text) {
        this.text = text;
    }

    static String write(List<CommandId> ids) {
        return ids.stream().map(id -> '"' + id.text() + '"').collect(Collectors.joining(",", "[", "]"));
    }

    /** Hands over the ids one by one, oldest first. */
    static void read(String text, Consumer<? super CommandId> ids) {
        new CommandIdsText(text).read(ids);
    }

    private void read(Consumer<? super CommandId> ids) {
        expect('[');
        if (!skip(']')) {
            ids.accept(id());
            while (skip(',')) {
                skip(' ');
                ids.accept(id());
            }
            expect(']');
        }
        if (at != text.length()) {
            throw fault("the end expected");
        }
    }

    private CommandId id() {
        expect('"');
        if (text.length() - at < ID_LENGTH) {
            throw fault("a command id of %s characters expected".formatted(ID_LENGTH));
        }
        int start = at;
        at += ID_LENGTH;
        CommandId id;
        try {
            id = new CommandId(UuidFormat.HEX.parse(text, start, at));
        } catch (InvalidIdException invalid) {
            throw new IllegalArgumentException(
                    "no stored list of command ids: the id at character %s: %s".formatted(start, invalid.getMessage()),
                    invalid);
        }
        expect('"');
        return id;
    }

    private void expect(char expected) {
        if (!skip(expected)) {
            throw fault("%s expected".formatted(expected));
        }
    }

    private boolean skip(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private IllegalArgumentException fault(String expected) {
        String found = at == text.length()
                ? "the end"
                : "character U+" + HexFormat.of().withUpperCase().toHexDigits(text.charAt(at));
        return new IllegalArgumentException(
                "no stored list of command ids: at character %s %s, found %s".formatted(at, expected, found));
    }
}
