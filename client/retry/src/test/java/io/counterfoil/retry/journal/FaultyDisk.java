package io.counterfoil.retry.journal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A disk that can be told to fail, and knows which files would survive a power failure, and with which content. */
class FaultyDisk extends JournalDisk {

    volatile boolean full;
    volatile boolean refusingToForce;
    volatile boolean refusingToForceDirectory;

    volatile String unreadable = "";

    private final Map<FileOutputStream, byte[]> written = new ConcurrentHashMap<>();
    private final List<byte[]> forced = new CopyOnWriteArrayList<>();
    private volatile Map<String, byte[]> safe = Map.of();

    @Override
    byte[] read(Path file, int limit) throws IOException {
        if (file.endsWith(unreadable)) {
            throw new IOException("Input/output error");
        }
        return super.read(file, limit);
    }

    @Override
    void write(FileOutputStream file, byte[] content) throws IOException {
        if (full) {
            file.write(content, 0, content.length / 2);
            throw new IOException("No space left on device");
        }
        super.write(file, content);
        written.put(file, content);
    }

    @Override
    void force(FileOutputStream file) throws IOException {
        if (refusingToForce) {
            throw new IOException("Input/output error");
        }
        super.force(file);
        forced.add(written.getOrDefault(file, new byte[0]));
    }

    /** The names that are in the directory are safe from now on; content is where it was forced before. */
    @Override
    void forceDirectory(Path directory) throws IOException {
        if (refusingToForceDirectory) {
            throw new IOException("Input/output error");
        }
        super.forceDirectory(directory);
        Map<String, byte[]> names = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] content = Files.readAllBytes(file);
                boolean isSafe = forced.stream().anyMatch(each -> Arrays.equals(each, content));
                names.put(file.getFileName().toString(), isSafe ? content : new byte[0]);
            }
        }
        safe = names;
    }

    /** Writes to a directory what a power failure would leave. */
    void copySafeFilesTo(Path directory) throws IOException {
        for (Map.Entry<String, byte[]> file : safe.entrySet()) {
            Files.write(directory.resolve(file.getKey()), file.getValue());
        }
    }
}
