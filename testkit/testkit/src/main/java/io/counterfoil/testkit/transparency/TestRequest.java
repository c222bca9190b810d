package io.counterfoil.testkit.transparency;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** A request that {@link KeyComparison} sends several times. Immutable. */
public final class TestRequest {

    private final String method;
    private final String target;
    private final List<Field> fields;
    private final byte[] body;

    private TestRequest(String method, String target, List<Field> fields, byte[] body) {
        this.method = method;
        this.target = target;
        this.fields = fields;
        this.body = body;
    }

    /** A header field. */
    record Field(String name, String value) {}

    /**
     * {@return a POST without a body}
     *
     * @param target path and query, encoded, beginning with a slash
     * @throws IllegalArgumentException if the target does not begin with a slash
     */
    public static TestRequest post(String target) {
        return of("POST", target);
    }

    /**
     * {@return a request without a body}
     *
     * @param method the method, in capitals
     * @param target path and query, encoded, beginning with a slash
     * @throws IllegalArgumentException if the target does not begin with a slash
     */
    public static TestRequest of(String method, String target) {
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("the target must begin with a slash: " + target);
        }
        return new TestRequest(method, target, List.of(), new byte[0]);
    }

    /**
     * {@return this request with a body of JSON}
     *
     * @param text the JSON, sent in UTF-8 as {@code application/json}; it is not checked
     */
    public TestRequest json(String text) {
        return body("application/json", text);
    }

    /**
     * {@return this request with a body in UTF-8}
     *
     * @param mediaType the value of {@code Content-Type}
     * @param text the body
     */
    public TestRequest body(String mediaType, String text) {
        return body(mediaType, text.getBytes(UTF_8));
    }

    /**
     * {@return this request with a body}
     *
     * @param mediaType the value of {@code Content-Type}
     * @param bytes the body, copied
     */
    public TestRequest body(String mediaType, byte[] bytes) {
        return new TestRequest(method, target, fields, bytes.clone()).field("Content-Type", mediaType);
    }

    /**
     * {@return this request with one more header field; a name may occur several times}
     *
     * @param name the field's name
     * @param value the field's value
     */
    public TestRequest field(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new TestRequest(method, target, List.copyOf(more), body);
    }

    String method() {
        return method;
    }

    String target() {
        return target;
    }

    List<Field> fields() {
        return fields;
    }

    byte[] body() {
        return body.clone();
    }

    /** Method and target. */
    @Override
    public String toString() {
        return method + ' ' + target;
    }
}
