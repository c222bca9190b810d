package io.counterfoil.http.request;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Decides which requests under one key are duplicates, and which are a mistake. Thread-safe. */
@FunctionalInterface
public interface Fingerprinting {

    /** The bytes of the body, whatever they mean. */
    Fingerprinting BODY = (head, body) -> Fingerprint.of(body);

    /** Nothing: any request under a used key is a duplicate. */
    Fingerprinting NOTHING = (head, body) -> Fingerprint.of(new byte[0]);

    /**
     * {@return the fingerprint of a request} Called in the thread that executes the request.
     *
     * @param head the request's head
     * @param body the bytes of its body, neither modified nor retained; of a multipart body, whose bytes differ between attempts, a
     *     canonical form
     */
    Fingerprint of(RequestHead head, byte[] body);

    /** {@return whether it distinguishes requests by their body alone, so that a rejection can name what differs} True of {@link #BODY}. */
    default boolean isOfBodyAlone() {
        return this == BODY;
    }

    /** {@return a fingerprinting that also distinguishes requests by their query as sent} No query is another one than an empty one. */
    default Fingerprinting andQuery() {
        return (head, body) -> joined(of(head, body), head.query().stream().toList());
    }

    /**
     * {@return a fingerprinting that also distinguishes requests by all values of these header fields, in their order}
     *
     * @param names the fields' names
     * @throws IllegalArgumentException when one is no name of a header field
     */
    default Fingerprinting andHeaders(String... names) {
        List<String> fields = List.of(names);
        fields.forEach(name -> HeaderNames.checkName("a part of the fingerprint", name));
        return (head, body) -> joined(
                of(head, body),
                fields.stream()
                        .map(head::headers)
                        // The number in front, so that no line of one field passes for a line of the next.
                        .flatMap(lines -> Stream.concat(Stream.of(Integer.toString(lines.size())), lines.stream()))
                        .toList());
    }

    private static Fingerprint joined(Fingerprint first, List<String> more) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(first.toByteArray());
        for (String text : more) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            // The length in front, so that no two lists of texts come out the same.
            bytes.writeBytes((utf8.length + ":").getBytes(StandardCharsets.US_ASCII));
            bytes.writeBytes(utf8);
        }
        return Fingerprint.of(bytes.toByteArray());
    }

    /**
     * {@return a fingerprinting by the canonical form of the body, such as JSON without the accidents of its writing}
     *
     * @param form makes the canonical form
     */
    static Fingerprinting canonical(CanonicalForm form) {
        return new BodyFingerprint(form);
    }
}
