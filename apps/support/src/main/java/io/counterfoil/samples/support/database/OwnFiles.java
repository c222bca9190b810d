package io.counterfoil.samples.support.database;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/**
 * Files and directories that only the current user can access. Without POSIX permissions in the file system, files have
 * its default permissions, and nothing is rejected.
 */
final class OwnFiles {

    private static final String DIRECTORY = "rwx------";
    private static final String FILE = "rw-------";

    private static final Set<PosixFilePermission> OTHERS_WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OTHERS_READ_OR_WRITE = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_WRITE);

    private OwnFiles() {}

    /**
     * Creates a directory that only its owner can enter, or restricts an existing one of this user.
     *
     * @throws IOException if that fails
     */
    static void createOrClose(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            createDirectories(directory);
        } else if (isPosix(directory)) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(DIRECTORY));
        }
    }

    /** Creates a directory and its missing parents, which only their owner can enter. */
    static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, attributes(directory, DIRECTORY));
    }

    /** Creates an empty file that only its owner can read and write. */
    static void createFile(Path file) throws IOException {
        Files.createFile(file, attributes(file, FILE));
    }

    /**
     * Checks that no other user can create files in a directory.
     *
     * @throws LaunchException if it belongs to another user or is writable for others
     */
    static void requireDirectory(Path directory) throws IOException {
        require("data directory", directory, OTHERS_WRITE, "go-w", "; choose another with --data-dir");
    }

    /**
     * Checks that no other user can read or write a file.
     *
     * @throws LaunchException if it is a symbolic link, belongs to another user, or is readable or writable for others
     */
    static void requireSecret(Path file) throws IOException {
        requireNoLink(file);
        require("file", file, OTHERS_READ_OR_WRITE, "go-rwx", "");
    }

    /**
     * Checks that a path, which may not exist, is no symbolic link.
     *
     * @throws LaunchException if it is a symbolic link
     */
    static void requireNoLink(Path file) {
        if (Files.isSymbolicLink(file)) {
            throw new LaunchException("%s is a symbolic link; a regular file is required".formatted(file));
        }
    }

    private static void require(
            String kind, Path path, Set<PosixFilePermission> refused, String remedy, String alternative)
            throws IOException {
        if (!isPosix(path)) {
            return;
        }
        UserPrincipal owner = Files.getOwner(path, NOFOLLOW_LINKS);
        UserPrincipal self = self();
        if (!owner.equals(self)) {
            throw new LaunchException("%s %s belongs to user %s; the current user is %s%s"
                    .formatted(kind, path, owner.getName(), self.getName(), alternative));
        }
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(path, NOFOLLOW_LINKS);
        if (found.stream().anyMatch(refused::contains)) {
            throw new LaunchException("%s %s is open to other users (%s); close it with chmod %s %s"
                    .formatted(kind, path, PosixFilePermissions.toString(found), remedy, path));
        }
    }

    /** The owner of files that this process creates. */
    private static UserPrincipal self() throws IOException {
        Path probe = Files.createTempFile("owner", null);
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static FileAttribute<?>[] attributes(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
