package io.counterfoil.samples.support.launch;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/**
 * A start that failed for a reason that the user can act on. The message is one line and all that the user sees; the
 * cause is for callers in the same program.
 */
public final class LaunchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Replaces line breaks in the message by spaces. */
    public LaunchException(String message) {
        this(message, null);
    }

    /** Replaces line breaks in the message by spaces. */
    public LaunchException(String message, @Nullable Throwable cause) {
        super(oneLine(message), cause);
    }

    /** The message of the innermost cause in one line, or its type if it has no message. */
    public static String reason(Throwable thrown) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(thrown);
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        String said = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
        return said == null || said.isBlank() ? cause.getClass().getSimpleName() : oneLine(said);
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
