package io.counterfoil.samples.support.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;

/**
 * A secret in a file that only its owner can read and write, if the file system has owners. A symbolic link, a file of
 * another user, and a file that others can read or write are rejected with a {@link
 * io.counterfoil.samples.support.launch.LaunchException}, because another user may have created it.
 */
public final class SecretFile {

    private SecretFile() {}

    /**
     * Reads the secret, or creates it. An existing file is complete. Only the process that has locked the directory may
     * call this.
     *
     * @param fresh generates a secret: one line of text
     * @throws IOException if the file cannot be read or created
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
     * Reads the secret of an existing file.
     *
     * @throws IOException if the file cannot be read
     */
    public static String read(Path file) throws IOException {
        OwnFiles.requireSecret(file);
        return Files.readString(file).strip();
    }

    /** Writes a secret to a new file. */
    static void write(Path file, String secret) throws IOException {
        OwnFiles.createFile(file);
        Files.writeString(file, secret);
    }
}
