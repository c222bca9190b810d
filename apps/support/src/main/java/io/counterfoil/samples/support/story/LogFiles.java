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
 * The logs of one directory and their rolled files, whose names are the name of a log followed by a suffix.
 *
 * @param directory absolute
 * @param names matches the names of current logs
 */
public record LogFiles(Path directory, Pattern names) {

    /** The maximum number of bytes that are read at once. */
    public static final long MOST_BYTES = 512L << 20;

    /** The assumed size of a compressed file per byte: JSON lines are compressed to about a fifteenth. */
    private static final int UNPACKED = 20;

    /** A temporary file of the logging system while it compresses a log. */
    private static final String HALF_MADE = ".tmp";

    /**
     * The files to read, the newest first.
     *
     * @param leftOut the number of older files that are not read
     */
    public record Chosen(List<LogSource> files, int leftOut) {}

    private record Candidate(Path path, FileTime written, long length) {}

    /** Only this log. */
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
     * The newest files whose total size is at most {@link #MOST_BYTES}.
     *
     * @throws IOException also if a file is rolled or deleted meanwhile
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
