package io.counterfoil.servlet;

import io.counterfoil.http.Admission;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.Problem;
import io.counterfoil.http.ProblemTypes;
import io.counterfoil.http.Response;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * Deduplicates keyed requests in front of an application. Requests without a key pass untouched.
 *
 * <p>The rest of the chain runs once, inside the engine's unit of work or under its lease, on the calling thread, and its
 * response is held back until the record is kept. A handler that starts asynchronous work on a keyed request gets an
 * {@link IllegalStateException}, because that work would outlive both.
 *
 * <p>The body of a keyed request is held in memory, up to the policy's limit. Form bodies are refused with 415: a
 * container parses their parameters from a stream that has been read already.
 */
public final class IdempotencyFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    /** The attribute of a keyed request that holds its {@link KeyedExecution}, while the rest of the chain runs. */
    public static final String EXECUTION_ATTRIBUTE = KeyedExecution.class.getName();

    private final transient Endpoints endpoints;

    /** A filter that treats requests as these endpoints say. */
    public IdempotencyFilter(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ServletRequestHead head = new ServletRequestHead(request);
        Optional<HttpIdempotency> treatment = endpoints.of(head);
        if (treatment.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        HttpIdempotency idempotency = treatment.get();
        Admission admission = idempotency.admit(head);
        if (admission instanceof Admission.Keyed keyed) {
            carryOut(idempotency, keyed, request, response, chain);
        } else if (admission instanceof Admission.Refused refused) {
            ServletResponses.send(refused.response(), response);
        } else if (admission instanceof Admission.Unkeyed unkeyed) {
            unkeyed.attempt()
                    .ifPresent(attempt ->
                            response.setHeader(idempotency.policy().names().attempt(), attempt.value()));
            chain.doFilter(request, response);
        }
    }

    private static void carryOut(
            HttpIdempotency idempotency,
            Admission.Keyed keyed,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        if (isForm(request)) {
            ServletResponses.send(idempotency.refuse(keyed, unsupportedBody()), response);
            return;
        }
        int limit = idempotency.policy().maxBodyBytes();
        Optional<byte[]> body = BoundedBody.read(request, limit);
        if (body.isEmpty()) {
            ServletResponses.send(idempotency.refuse(keyed, Problem.bodyTooLarge(limit)), response);
            return;
        }
        CapturedResponse captured = new CapturedResponse(response);
        Response answer;
        try {
            answer = idempotency.<Exception>carryOut(keyed, body.get(), right -> {
                right.ifPresent(granted -> request.setAttribute(EXECUTION_ATTRIBUTE, granted));
                chain.doFilter(new RereadableRequest(request, body.get()), captured);
                return captured.captured();
            });
        } catch (IOException | ServletException | RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new ServletException(impossible);
        }
        captured.send(answer);
    }

    private static boolean isForm(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null) {
            return false;
        }
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith("application/x-www-form-urlencoded") || lower.startsWith("multipart/");
    }

    private static Problem unsupportedBody() {
        return new Problem(
                415,
                ProblemTypes.UNSUPPORTED_BODY,
                "Unsupported body",
                "a request with an idempotency key cannot have a form body",
                Optional.of("Content-Type"));
    }
}
