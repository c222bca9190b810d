package io.counterfoil.springconsole.audit;

import io.counterfoil.springboot.records.BadParameterException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** The reasons that operators give for their decisions: one line of text that can be read. */
public final class Reason {

    /** The longest reason, in characters. */
    public static final int LONGEST = 1000;

    private static final String FIELD = "reason";

    private static final String LIMITS = "must have 1 to " + LONGEST + " characters";

    /** Ends of lines, tabulators: white space of any keyboard. */
    private static final Pattern BREAKS = Pattern.compile("[\\t\\n\\x0b\\f\\r\\x{85}\\p{Zl}\\p{Zp}]+");

    private static final Pattern AROUND = Pattern.compile("^[\\p{Z}]+|[\\p{Z}]+$");

    /** Characters of other kinds that show nothing: Braille without dots, fillers of Hangul. */
    private static final Set<Integer> EMPTY = Set.of(0x2800, 0x3164, 0x115f, 0x1160, 0xffa0);

    private Reason() {}

    /**
     * {@return the reason in the body of an action: without surrounding spaces, and in one line}
     *
     * @param body with the member {@code reason}
     * @throws BadParameterException when it is missing or no text, shows nothing, is longer than {@value #LONGEST} characters, or has characters that
     *     cannot be seen or change how others are shown
     */
    public static String of(Map<String, Object> body) {
        if (!(body.get(FIELD) instanceof String text)) {
            throw new BadParameterException(FIELD, LIMITS + ": say why");
        }
        String reason = AROUND.matcher(BREAKS.matcher(text).replaceAll(" ")).replaceAll("");
        if (reason.codePoints().noneMatch(Reason::isSeen)) {
            throw new BadParameterException(FIELD, LIMITS + " that can be seen: say why");
        }
        if (reason.length() > LONGEST) {
            throw new BadParameterException(FIELD, LIMITS + ", not " + reason.length());
        }
        OptionalInt control = reason.codePoints().filter(Reason::isControl).findFirst();
        if (control.isPresent()) {
            throw new BadParameterException(
                    FIELD, LIMITS + ", and no control character such as U+" + Integer.toHexString(control.getAsInt()));
        }
        return reason;
    }

    private static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> !EMPTY.contains(character);
        };
    }

    /** Control characters, unpaired surrogates, and what changes the direction of writing; joiners belong to some scripts. */
    private static boolean isControl(int character) {
        int type = Character.getType(character);
        return type == Character.CONTROL
                || type == Character.SURROGATE
                || character == 0x061c
                || character == 0x200e
                || character == 0x200f
                || (character >= 0x202a && character <= 0x202e)
                || (character >= 0x2066 && character <= 0x2069);
    }
}
