package io.counterfoil.servlet;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Status and header fields of a response, which can be changed until it counts as committed, and then no more; its charset no longer than
 * until a writer is there. A length that a handler announces is not taken down: the body's own is sent.
 */
abstract class BufferedHeaders extends HttpServletResponseWrapper {

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String CONTENT_LENGTH = "Content-Length";

    BufferedHeaders(HttpServletResponse response) {
        super(response);
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
        } else if (isOpenFor(name)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
        if (CONTENT_TYPE.equalsIgnoreCase(name)) {
            setContentType(value);
        } else if (isOpenFor(name)) {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (isOpenFor(name)) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (isOpenFor(name)) {
            super.addIntHeader(name, value);
        }
    }

    @Override
    public void setDateHeader(String name, long date) {
        if (isOpenFor(name)) {
            super.setDateHeader(name, date);
        }
    }

    @Override
    public void addDateHeader(String name, long date) {
        if (isOpenFor(name)) {
            super.addDateHeader(name, date);
        }
    }

    private boolean isOpenFor(String name) {
        return !isCommitted() && !CONTENT_LENGTH.equalsIgnoreCase(name);
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
        // The length is that of the body, known when it is sent.
    }

    @Override
    public void setContentLengthLong(long length) {
        // As above.
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
