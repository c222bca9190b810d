package io.counterfoil.retry.journal;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file of a {@link FileJournal}: at least eighteen digits, and {@code .entry} or {@code .tmp}.
 *
 * @param number ascending in the order of opening
 * @param isEntry whether the file was written completely
 */
record JournalName(long number, boolean isEntry) {

    /** Numbers are given out below this one, so that a file named by hand does not use them up. */
    static final long LAST = 99_999_999_999_999_999L;

    private static final Pattern NAME = Pattern.compile("(\\d{18,19})\\.(entry|tmp)");

    static JournalName entry(long number) {
        return new JournalName(number, true);
    }

    static JournalName temporary(long number) {
        return new JournalName(number, false);
    }

    /** The name of a file; empty where no journal gives such a name. */
    static Optional<JournalName> of(Path file) {
        String text = file.getFileName().toString();
        Matcher name = NAME.matcher(text);
        if (!name.matches()) {
            return Optional.empty();
        }
        try {
            JournalName parsed =
                    new JournalName(Long.parseLong(name.group(1)), name.group(2).equals("entry"));
            return parsed.toString().equals(text) ? Optional.of(parsed) : Optional.empty();
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** The name under which the file is set aside when it is damaged. */
    String aside(int copy) {
        String more = copy == 1 ? "" : "-" + copy;
        return String.format(Locale.ROOT, "%018d%s.damaged", number, more);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%018d.%s", number, isEntry ? "entry" : "tmp");
    }
}
