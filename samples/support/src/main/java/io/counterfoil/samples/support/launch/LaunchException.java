package io.counterfoil.samples.support.launch;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/**
 * A start that failed for a reason the user can act on. The message is one line, names the thing that is wrong, and is all
 * that the user sees; the cause is for callers in the same program.
 */
public final class LaunchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The message with every line break made a space. */
    public LaunchException(String message) {
        this(message, null);
    }

    /** The message with every line break made a space. */
    public LaunchException(String message, @Nullable Throwable cause) {
        super(oneLine(message), cause);
    }

    /** What the innermost cause says, in one line; its type where it says nothing. */
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
