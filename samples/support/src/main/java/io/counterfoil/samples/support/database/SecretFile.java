package io.counterfoil.samples.support.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;

/**
 * A secret in a file that its owner alone can read and write, where the file system knows owners. A symbolic link, a file of another user,
 * and one that others can read or write are refused with a {@link io.counterfoil.samples.support.launch.LaunchException}: another user may
 * have put it there.
 */
public final class SecretFile {

    private SecretFile() {}

    /**
     * The secret, made where there is none; a file that is there is whole. For one process at a time: the holder of the directory.
     *
     * @param fresh makes a secret: one line of text
     * @throws IOException when the file cannot be read or made
     */
    public static String in(Path file, Supplier<String> fresh) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(whole);
            write(whole, fresh.get());
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return read(file);
    }

    /**
     * The secret of a file that is there.
     *
     * @throws IOException when the file cannot be read
     */
    public static String read(Path file) throws IOException {
        OwnFiles.requireSecret(file);
        return Files.readString(file).strip();
    }

    /** Writes a secret where there is no file yet. */
    static void write(Path file, String secret) throws IOException {
        OwnFiles.createFile(file);
        Files.writeString(file, secret);
    }
}
