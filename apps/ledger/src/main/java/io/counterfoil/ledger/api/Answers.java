package io.counterfoil.ledger.api;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.samples.support.web.ProblemResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;

/** Maps results of the domain to responses. */
public final class Answers {

    private static final HeaderNames NAMES = HeaderNames.DEFAULT;

    private Answers() {}

    /**
     * The response to a creation under a data key: the original and its duplicates have the same status and the
     * object's current state, and a header field distinguishes them.
     *
     * @param made when the object was created, which is when the original was received
     */
    static <T> ResponseEntity<?> of(
            int status, Result<T> result, Function<T, Object> view, Function<T, Optional<Instant>> made) {
        return of(status, result, view, made, shown -> Optional.empty());
    }

    /**
     * The same for a versioned object.
     *
     * @param tag the value of {@code ETag}
     */
    static <T> ResponseEntity<?> of(
            int status,
            Result<T> result,
            Function<T, Object> view,
            Function<T, Optional<Instant>> made,
            Function<T, Optional<String>> tag) {
        return result.match(
                granted -> {
                    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status)
                            .header(NAMES.replayed(), Boolean.toString(granted.duplicate()));
                    if (granted.duplicate()) {
                        made.apply(granted.value())
                                .ifPresent(at -> answer.header(NAMES.firstReceived(), at.toString()));
                    }
                    tag.apply(granted.value()).ifPresent(answer::eTag);
                    return answer.body(view.apply(granted.value()));
                },
                Answers::refused);
    }

    /** The response to a query. */
    static <T> ResponseEntity<?> found(Optional<T> found, Function<T, Object> view, String kind, String field) {
        return found(found, view, shown -> Optional.empty(), kind, field);
    }

    /** The response to a query for a versioned object. */
    static <T> ResponseEntity<?> found(
            Optional<T> found, Function<T, Object> view, Function<T, Optional<String>> tag, String kind, String field) {
        if (found.isEmpty()) {
            return ProblemResponse.of(Problems.notFound(kind, field));
        }
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        tag.apply(found.get()).ifPresent(answer::eTag);
        return answer.body(view.apply(found.get()));
    }

    static ResponseEntity<Object> refused(Refusal refusal) {
        Problem problem = Problems.of(refusal);
        return ProblemResponse.status(problem).header(NAMES.replayed(), "false").body(problem.toJson());
    }
}
