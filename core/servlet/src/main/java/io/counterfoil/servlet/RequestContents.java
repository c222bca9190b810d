package io.counterfoil.servlet;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.request.BodyTooSlowException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The contents of a request: the bytes of its fingerprint, and what its handler still has to read. */
final class RequestContents {

    private final byte[] identity;
    private final Optional<byte[]> body;

    private RequestContents(byte[] identity, Optional<byte[]> body) {
        this.identity = identity;
        this.body = body;
    }

    /** The bytes that are the same when the request is sent again: the body's, or a canonical form where the container has it. */
    byte[] identity() {
        return identity;
    }

    /** The bytes that the handler reads; empty where it reads from the container. */
    Optional<byte[]> body() {
        return body;
    }

    /** Contents that are refused, before anything is claimed. */
    static final class RefusedException extends IOException {

        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        RefusedException(Problem problem) {
            super(problem.detail());
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    /**
     * Reads the body, once and for all.
     *
     * @throws RefusedException when the body is longer than the policy has it, cannot be taken apart, or arrives too slowly
     * @throws IOException when the client goes away meanwhile
     */
    static RequestContents read(HttpServletRequest request, HttpPolicy policy) throws IOException {
        try {
            return isInParts(request) ? parts(request, policy) : bytes(request, policy);
        } catch (BodyTooSlowException late) {
            throw new RefusedException(late.problem());
        }
    }

    static boolean isInParts(HttpServletRequest request) {
        return hasType(request, "multipart/form-data");
    }

    private static RequestContents bytes(HttpServletRequest request, HttpPolicy policy) throws IOException {
        byte[] body =
                whole(request, policy).orElseThrow(() -> tooLarge(policy.body().maxBytes()));
        // A filter in front has read a parameter, and so the container the body.
        if (body.length == 0 && hasBody(request) && hasType(request, FormParameters.MEDIA_TYPE)) {
            return new RequestContents(Canonical.of(request.getParameterMap()), Optional.empty());
        }
        return new RequestContents(body, Optional.of(body));
    }

    /** The whole body, or empty when it is longer than the limit; at most one byte more than that is read. */
    private static Optional<byte[]> whole(HttpServletRequest request, HttpPolicy policy) throws IOException {
        int limit = policy.body().maxBytes();
        long announced = request.getContentLengthLong();
        if (announced > limit) {
            return Optional.empty();
        }
        InputStream stream = policy.body().rate().watch(request.getInputStream());
        byte[] body = stream.readNBytes(announced < 0 ? limit : (int) announced);
        return stream.read() < 0 ? Optional.of(body) : Optional.empty();
    }

    /** The container takes the parts apart, as it is set up to for the servlet; where it is not, the body is bytes like any other. */
    private static RequestContents parts(HttpServletRequest request, HttpPolicy policy) throws IOException {
        int limit = policy.body().maxBytes();
        if (request.getContentLengthLong() > limit) {
            throw tooLarge(limit);
        }
        Collection<Part> parts;
        try {
            parts = request.getParts();
        } catch (IOException | ServletException | RuntimeException failure) {
            byte[] body = left(request, policy)
                    .filter(bytes -> isWhole(request, bytes))
                    .orElseThrow(() -> unreadable(failure));
            return new RequestContents(body, Optional.of(body));
        }
        long size = 0;
        for (Part part : parts) {
            size += part.getSize();
        }
        if (size > limit) {
            throw tooLarge(limit);
        }
        return new RequestContents(Canonical.of(parts), Optional.empty());
    }

    /** The body as far as the container has left it; empty where nothing can be read any more. */
    private static Optional<byte[]> left(HttpServletRequest request, HttpPolicy policy) {
        try {
            return whole(request, policy);
        } catch (IOException | RuntimeException closed) {
            return Optional.empty();
        }
    }

    /** Whether the container had not begun to read the body when it failed to take it apart. */
    private static boolean isWhole(HttpServletRequest request, byte[] body) {
        long declared = request.getContentLengthLong();
        return declared >= 0
                ? declared == body.length
                : new String(body, 0, Math.min(2, body.length), StandardCharsets.US_ASCII).equals("--");
    }

    static boolean hasType(HttpServletRequest request, String mediaType) {
        String type = request.getContentType();
        return type != null
                && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(mediaType);
    }

    /** Whether there is, or may be, a body: only HTTP/1 declares it in any case (RFC 9112, section 6.3). */
    private static boolean hasBody(HttpServletRequest request) {
        long declared = request.getContentLengthLong();
        return declared > 0
                || request.getHeader("Transfer-Encoding") != null
                || (declared < 0 && !request.getProtocol().startsWith("HTTP/1."));
    }

    private static RefusedException tooLarge(int limit) {
        return new RefusedException(Problem.bodyTooLarge(limit));
    }

    /** Containers throw an {@link IllegalStateException} of their own where a limit of theirs is passed. */
    private static RefusedException unreadable(Exception failure) {
        boolean tooLarge = failure instanceof IllegalStateException;
        RefusedException refused = new RefusedException(new Problem(
                tooLarge ? 413 : 400,
                tooLarge ? ProblemTypes.BODY_TOO_LARGE : "about:blank",
                tooLarge ? "Body too large" : "Bad Request",
                tooLarge
                        ? "the multipart body, or one of its parts, exceeds the size limit of the server"
                        : "the multipart body is malformed",
                Optional.of("body")));
        refused.initCause(failure);
        return refused;
    }
}
