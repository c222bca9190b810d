package io.counterfoil.ledger.story;

import static java.util.Comparator.comparing;

import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.LogSource.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.logging.LogFile;

/**
 * A log, and those that it was rolled to: the files beside it whose names are its own and an ending.
 *
 * @param current the one that is being written
 */
record LogFiles(Path current) {

    /** So many bytes are read at once. */
    static final long MOST_BYTES = 512L << 20;

    /** What a packed file counts for, for each of its bytes: lines of JSON are packed to about a fifteenth. */
    private static final int UNPACKED = 20;

    /** What the logging system leaves for a moment while it packs a file. */
    private static final String HALF_MADE = ".tmp";

    /**
     * What is read, the newest first.
     *
     * @param leftOut how many older files are not
     */
    record Chosen(List<LogSource> files, int leftOut) {}

    private record Candidate(Path path, FileTime written, long length) {}

    static LogFiles of(LogFile log) {
        return new LogFiles(Path.of(log.toString()).toAbsolutePath());
    }

    /**
     * The newest of them, as far as they have no more than {@link #MOST_BYTES} together.
     *
     * @throws IOException also when one of them is rolled, or removed as too old, meanwhile
     */
    Chosen chosen() throws IOException {
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
        try (Stream<Path> all = Files.list(current.getParent())) {
            for (Path path : all.filter(this::isOfTheLog).toList()) {
                BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
                if (file.isRegularFile()) {
                    found.add(new Candidate(path, file.lastModifiedTime(), file.size()));
                }
            }
        }
        found.sort(comparing(Candidate::written).reversed());
        return found;
    }

    private boolean isOfTheLog(Path path) {
        String name = path.getFileName().toString();
        String own = current.getFileName().toString();
        return name.equals(own) || (name.startsWith(own + ".") && !name.endsWith(HALF_MADE));
    }
}
