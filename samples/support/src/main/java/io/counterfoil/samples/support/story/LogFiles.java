package io.counterfoil.samples.support.story;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.LogSource.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Logs of one directory, and those that they were rolled to: the files beside them whose names are theirs and an ending.
 *
 * @param directory absolute
 * @param names matches the name of a log that is being written
 */
public record LogFiles(Path directory, Pattern names) {

    /** So many bytes are read at once. */
    public static final long MOST_BYTES = 512L << 20;

    /** What a packed file counts for, for each of its bytes: lines of JSON are packed to about a fifteenth. */
    private static final int UNPACKED = 20;

    /** What the logging system leaves for a moment while it packs a file. */
    private static final String HALF_MADE = ".tmp";

    /**
     * What is read, the newest first.
     *
     * @param leftOut how many older files are not
     */
    public record Chosen(List<LogSource> files, int leftOut) {}

    private record Candidate(Path path, FileTime written, long length) {}

    /** That log alone. */
    public static LogFiles of(Path log) {
        Path file = log.toAbsolutePath();
        return new LogFiles(
                requireNonNull(file.getParent(), "a log is in a directory"),
                Pattern.compile(Pattern.quote(String.valueOf(file.getFileName()))));
    }

    /** All logs of a directory: the files whose names end in {@code .log}. */
    public static LogFiles in(Path directory) {
        return new LogFiles(directory.toAbsolutePath(), Pattern.compile(".+?\\.log"));
    }

    /**
     * The newest of them, as far as they have no more than {@link #MOST_BYTES} together.
     *
     * @throws IOException also when one of them is rolled, or removed as too old, meanwhile
     */
    public Chosen chosen() throws IOException {
        List<LogSource> files = new ArrayList<>();
        long bytes = 0;
        int leftOut = 0;
        for (Candidate candidate : candidates()) {
            LogSource source =
                    LogSource.of(files.size(), candidate.path().getFileName().toString(), candidate.path());
            bytes += candidate.length() * (source.packing() == Packing.PLAIN ? 1 : UNPACKED);
            if (bytes > MOST_BYTES) {
                leftOut++;
            } else {
                files.add(source);
            }
        }
        return new Chosen(files, leftOut);
    }

    private List<Candidate> candidates() throws IOException {
        List<Candidate> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path path : all.filter(this::isOfALog).toList()) {
                BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
                if (file.isRegularFile()) {
                    found.add(new Candidate(path, file.lastModifiedTime(), file.size()));
                }
            }
        }
        found.sort(comparing(Candidate::written).reversed());
        return found;
    }

    private boolean isOfALog(Path path) {
        String name = path.getFileName().toString();
        Matcher own = names.matcher(name);
        return own.lookingAt()
                && (own.end() == name.length() || name.charAt(own.end()) == '.')
                && !name.endsWith(HALF_MADE);
    }
}
