package io.counterfoil.servlet;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Status and header fields of a response, which can be changed until it counts as committed, and then no more; its charset no longer than
 * until a writer is there. A length that a handler announces is sent only where it is the body's.
 */
abstract class BufferedHeaders extends HttpServletResponseWrapper {

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String CONTENT_LENGTH = "Content-Length";
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private OptionalLong announced = OptionalLong.empty();

    BufferedHeaders(HttpServletResponse response) {
        super(response);
    }

    /** Whether the handler itself has announced this length. */
    final boolean isAnnounced(long length) {
        return announced.equals(OptionalLong.of(length));
    }

    final void forgetLength() {
        announced = OptionalLong.empty();
    }

    /** Whether a writer encodes already. */
    abstract boolean isWriting();

    @Override
    public void setStatus(int status) {
        if (!isCommitted()) {
            super.setStatus(status);
        }
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        if (CONTENT_TYPE.equalsIgnoreCase(name)) {
            setContentType(value);
        } else if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLength(value);
        } else if (!isCommitted()) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (CONTENT_TYPE.equalsIgnoreCase(name)) {
            setContentType(value);
        } else if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLength(value);
        } else if (!isCommitted()) {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value);
        } else if (!isCommitted()) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (CONTENT_LENGTH.equalsIgnoreCase(name)) {
            setContentLengthLong(value);
        } else if (!isCommitted()) {
            super.addIntHeader(name, value);
        }
    }

    @Override
    public void setDateHeader(String name, long date) {
        if (!isCommitted()) {
            super.setDateHeader(name, date);
        }
    }

    @Override
    public void addDateHeader(String name, long date) {
        if (!isCommitted()) {
            super.addDateHeader(name, date);
        }
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (!isCommitted()) {
            super.addCookie(cookie);
        }
    }

    @Override
    public void setContentType(@Nullable String type) {
        if (isCommitted()) {
            return;
        }
        String charset = getCharacterEncoding();
        super.setContentType(type);
        if (isWriting()) {
            super.setCharacterEncoding(charset);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable String charset) {
        if (!isCommitted() && !isWriting()) {
            super.setCharacterEncoding(charset);
        }
    }

    @Override
    public void setCharacterEncoding(@Nullable Charset charset) {
        setCharacterEncoding(charset == null ? null : charset.name());
    }

    @Override
    public void setLocale(Locale locale) {
        if (isCommitted()) {
            return;
        }
        String charset = getCharacterEncoding();
        super.setLocale(locale);
        // Not every container lists what it makes of a locale among the header fields.
        super.setHeader("Content-Language", locale.toLanguageTag());
        if (isWriting()) {
            super.setCharacterEncoding(charset);
        }
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        if (!isCommitted()) {
            announced = OptionalLong.of(length);
        }
    }

    private void setContentLength(@Nullable String length) {
        if (length != null && LENGTH.matcher(length).matches()) {
            setContentLengthLong(Long.parseLong(length));
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException always: a duplicate gets its response with a length and without trailer fields
     */
    @Override
    public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
        throw new IllegalStateException(
                "responses to requests with an idempotency key cannot have trailer fields, because they are "
                        + "buffered and sent with a length");
    }
}
