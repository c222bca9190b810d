package io.counterfoil.samples.support.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Supplier;

/** A secret in a file that its owner alone can read, where the file system knows owners. */
public final class SecretFile {

    private SecretFile() {}

    /**
     * The secret, made where there is none; a file that is there is whole. For one process at a time: the holder of the directory.
     *
     * @param fresh makes a secret: one line of text
     * @throws IOException when the file cannot be read or made
     */
    public static String in(Path file, Supplier<String> fresh) throws IOException {
        if (!Files.exists(file)) {
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            Files.deleteIfExists(whole);
            write(whole, fresh.get());
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return Files.readString(file).strip();
    }

    /** Writes a secret where there is no file yet. */
    static void write(Path file, String secret) throws IOException {
        Files.createFile(file, ownerAlone(file, "rw-------"));
        Files.writeString(file, secret);
    }

    /** The permissions, where the file system of this place has any of the kind. */
    static FileAttribute<?>[] ownerAlone(Path place, String permissions) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
