package io.counterfoil.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;

/** The section of a page that records the last soak. */
final class RecordedSoak {

    private static final String BEGIN = "<!-- soak -->\n";
    private static final String END = "<!-- end of soak -->\n";

    private RecordedSoak() {}

    /** Replaces the section, or appends it if the page has none. */
    static void write(Path page, List<Tally> tallies, String command, Clock clock) throws IOException {
        String section = BEGIN
                + """
                ## Recorded soak

                `%s`, on %s: JDK %s (%s), %s processors.

                %s""".formatted(
                                command,
                                LocalDate.now(clock),
                                System.getProperty("java.version"),
                                System.getProperty("java.vendor"),
                                Runtime.getRuntime().availableProcessors(),
                                Tally.markdown(tallies).replace(System.lineSeparator(), "\n"))
                + END;
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        Files.writeString(
                page,
                begin >= 0 && end > begin
                        ? text.substring(0, begin) + section + text.substring(end + END.length())
                        : text.stripTrailing() + "\n\n" + section);
    }
}
