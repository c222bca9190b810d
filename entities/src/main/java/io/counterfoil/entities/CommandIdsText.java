package io.counterfoil.entities;

import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The text in which a list of command ids is stored: a JSON array of strings, in just this spelling. */
final class CommandIdsText {

    private static final int ID_LENGTH = UuidFormat.HEX.length();

    /** Brackets, and for each id its quotes, a comma and a space. */
    private static final int MAX_LENGTH = 2 + CommandIds.MAX_LIMIT * (ID_LENGTH + 4);

    private final String text;
    private int at;

    private CommandIdsText(String text) {
        this.text = text;
    }

    static String write(List<CommandId> ids) {
        return ids.stream().map(id -> '"' + id.text() + '"').collect(Collectors.joining(",", "[", "]"));
    }

    static List<CommandId> read(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a stored list of command ids has at most %d characters, and this one has %d"
                            .formatted(MAX_LENGTH, text.length()));
        }
        List<CommandId> ids = new CommandIdsText(text).read();
        if (ids.size() > CommandIds.MAX_LIMIT) {
            throw new IllegalArgumentException("an entity's list has at most %d command ids, and the stored text has %d"
                    .formatted(CommandIds.MAX_LIMIT, ids.size()));
        }
        return ids;
    }

    private List<CommandId> read() {
        List<CommandId> ids = new ArrayList<>();
        expect('[');
        if (!skip(']')) {
            do {
                skipSpaceAfterComma(ids);
                ids.add(id());
            } while (skip(','));
            expect(']');
        }
        if (at != text.length()) {
            throw fault("the end expected");
        }
        return ids;
    }

    private void skipSpaceAfterComma(List<CommandId> before) {
        if (!before.isEmpty()) {
            skip(' ');
        }
    }

    private CommandId id() {
        expect('"');
        if (text.length() - at < ID_LENGTH) {
            throw fault("a command id of %d characters expected".formatted(ID_LENGTH));
        }
        int start = at;
        at += ID_LENGTH;
        CommandId id;
        try {
            id = new CommandId(UuidFormat.HEX.parse(text, start, at));
        } catch (InvalidIdException invalid) {
            throw new IllegalArgumentException(
                    "no stored list of command ids: the id at character %d: %s".formatted(start, invalid.getMessage()),
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
        String found = at == text.length() ? "the end" : "character U+%04X".formatted((int) text.charAt(at));
        return new IllegalArgumentException(
                "no stored list of command ids: at character %d %s, found %s".formatted(at, expected, found));
    }
}
