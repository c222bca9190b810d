package io.counterfoil.http.message;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A whole response, independent of the server that sends it. An immutable value; a field's name is found in any case.
 */
public final class Response {

    private final int status;
    private final List<HeaderField> headers;
    private final byte[] body;

    /**
     * Copies what the response consists of.
     *
     * @param status 100 to 599
     * @param headers the header fields, in the order in which they are sent
     * @param body the body; empty for none
     * @throws IllegalArgumentException when the status is out of range
     */
    public Response(int status, List<HeaderField> headers, byte[] body) {
        if (status < 100 || status > 599) {
            throw new IllegalArgumentException("a status must be 100 to 599, not " + status);
        }
        this.status = status;
        this.headers = List.copyOf(headers);
        this.body = body.clone();
    }

    /** Shares the body, which is never modified, and takes the unmodifiable list as it is. */
    private Response(Response other, List<HeaderField> headers) {
        this.status = other.status;
        this.headers = headers;
        this.body = other.body;
    }

    /** {@return the status code} */
    public int status() {
        return status;
    }

    /** {@return all header fields, in order} */
    public List<HeaderField> headers() {
        return headers;
    }

    /**
     * {@return the first value of a header field; empty where there is none}
     *
     * @param name the field's name, in any case
     */
    public Optional<String> header(String name) {
        for (HeaderField field : headers) {
            if (field.name().equalsIgnoreCase(name)) {
                return Optional.of(field.value());
            }
        }
        return Optional.empty();
    }

    /** {@return a copy of the body} */
    public byte[] body() {
        return body.clone();
    }

    /**
     * Writes the body, without a copy of it: the stream must neither change the bytes nor keep the array. It is neither flushed nor closed.
     *
     * @param out where to
     * @throws IOException when the stream fails; the body may have been written in part
     */
    public void writeBodyTo(OutputStream out) throws IOException {
        out.write(body);
    }

    /** {@return the body's length, in bytes} */
    public int bodyLength() {
        return body.length;
    }

    /**
     * {@return a copy with one header field of a name, in place of all that it has of that name}
     *
     * @param name the field's name, in any case
     * @param value the field's value
     */
    public Response with(String name, String value) {
        List<HeaderField> changed = new ArrayList<>(headers.size() + 1);
        for (HeaderField field : headers) {
            if (!field.name().equalsIgnoreCase(name)) {
                changed.add(field);
            }
        }
        changed.add(new HeaderField(name, value));
        return new Response(this, Collections.unmodifiableList(changed));
    }

    /**
     * {@return a copy with one header field of a name, in place of all that it has of that name; without a value, this response}
     *
     * @param name the field's name, in any case
     * @param value the field's value; empty for no change
     */
    public Response with(String name, Optional<String> value) {
        return value.map(present -> with(name, present)).orElse(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Response that
                && status == that.status
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * status + headers.hashCode()) + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return status + " " + headers + ", " + body.length + " bytes";
    }
}
