package io.counterfoil.cli;

import io.counterfoil.story.scan.LogSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The logs given on the command line. Input that cannot be read twice, such as a pipe, is copied to a temporary file,
 * which {@link #close} deletes.
 */
final class Inputs implements AutoCloseable {

    /** The name of standard input on the command line. */
    static final String STANDARD_INPUT = "-";

    private final List<LogSource> sources = new ArrayList<>();
    private final List<Path> temporary = new ArrayList<>();

    /**
     * Opens the logs.
     *
     * @throws InputException if one of them cannot be read; temporary files are deleted
     */
    static Inputs open(List<String> names, InputStream in) {
        Inputs inputs = new Inputs();
        try {
            for (String name : names) {
                inputs.add(name, in);
            }
        } catch (RuntimeException e) {
            inputs.close();
            throw e;
        }
        return inputs;
    }

    /** The logs in command-line order. */
    List<LogSource> sources() {
        return sources;
    }

    @Override
    public void close() {
        for (Path path : temporary) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // Deleted at exit instead.
                path.toFile().deleteOnExit();
            }
        }
    }

    /** The exception for a file that cannot be read. */
    static InputException failure(String name, IOException e) {
        String why = e instanceof AccessDeniedException
                ? "permission denied"
                : e instanceof FileSystemException file && file.getReason() != null ? file.getReason() : e.getMessage();
        return new InputException("%s cannot be read: %s".formatted(name, why));
    }

    private void add(String name, InputStream in) {
        try {
            sources.add(LogSource.of(sources.size(), name, path(name, in)));
        } catch (InvalidPathException e) {
            throw new InputException("%s is not a valid file name".formatted(name));
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    private Path path(String name, InputStream in) throws IOException {
        if (name.equals(STANDARD_INPUT)) {
            return copy(in);
        }
        Path path = Path.of(name);
        if (!Files.exists(path)) {
            throw new InputException("%s does not exist".formatted(name));
        }
        if (Files.isDirectory(path)) {
            throw new InputException("%s is a directory; name the files in it".formatted(name));
        }
        if (Files.isRegularFile(path)) {
            return path;
        }
        try (InputStream pipe = Files.newInputStream(path)) {
            return copy(pipe);
        }
    }

    private Path copy(InputStream in) throws IOException {
        Path copy = Files.createTempFile("counterfoil-", ".log");
        temporary.add(copy);
        copy.toFile().deleteOnExit();
        try (var out = Files.newOutputStream(copy)) {
            in.transferTo(out);
        }
        return copy;
    }
}
