package io.counterfoil.springboot.web;

import io.counterfoil.http.HttpOutcome;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.request.UnknownClientException;
import io.counterfoil.idempotency.KeyInFlightException;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.servlet.IdempotencyFilter;
import io.counterfoil.springboot.method.RejectedCallException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Maps exceptions that a handler lets through to the problems that the guard would send, where the application does not handle them on its
 * own: exceptions of the engine; and, of a request with a key, Spring's for a database that cannot be reached and may be
 * later. Without a key it is unknown whether the request can be sent again. Thread-safe.
 */
final class EngineProblems implements HandlerExceptionResolver {

    private static final Logger log = LoggerFactory.getLogger(EngineProblems.class);
    private static final Duration STORE_RETRY_AFTER = Duration.ofSeconds(1);

    private static final boolean DATA_ACCESS =
            ClassUtils.isPresent("org.springframework.dao.DataAccessException", EngineProblems.class.getClassLoader());

    private final HeaderNames names;
    private final Optional<URI> documentation;

    EngineProblems(HttpPolicy policy) {
        this.names = policy.names();
        this.documentation = policy.documentation();
    }

    /** @param duplicate whether the request was found to be one */
    private record Answer(Problem problem, boolean duplicate, Optional<Duration> retryAfter) {}

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        Optional<Answer> answer = answer(request, thrown);
        if (answer.isEmpty() || response.isCommitted()) {
            return null;
        }
        try {
            write(answer.get(), response);
        } catch (IOException gone) {
            throw new UncheckedIOException("the client disconnected before the problem was sent", gone);
        }
        return new ModelAndView();
    }

    private static Optional<Answer> answer(HttpServletRequest request, Exception thrown) {
        if (thrown instanceof StoreException failure) {
            logFailure("Store of records failed", failure);
            return Optional.of(unavailable());
        }
        if (isKeyed(request)
                && (brokenConnection(thrown).isPresent() || (DATA_ACCESS && DataAccess.isUnavailable(thrown)))) {
            logFailure("Database failed", thrown);
            return Optional.of(unavailable());
        }
        if (thrown instanceof KeyInFlightException inFlight) {
            return Optional.of(rejected(new Outcome.InProgress<>(inFlight.retryAfter())));
        }
        if (thrown instanceof RejectedCallException rejected) {
            return Optional.of(rejected(rejected.reason()));
        }
        if (thrown instanceof InvalidIdentifierException invalid) {
            return Optional.of(
                    new Answer(Problem.badHeader(invalid.kind(), invalid.reason()), false, Optional.empty()));
        }
        if (thrown instanceof UnknownClientException unknown) {
            return Optional.of(new Answer(Problem.unknownClient(unknown.field()), false, Optional.empty()));
        }
        return Optional.empty();
    }

    /**
     * Without a trace where there was no connection, or it broke: a full pool refuses many requests so, and a database that stops breaks all
     * connections, each for one reason.
     */
    private static void logFailure(String what, Exception failure) {
        Optional<SQLException> broken = brokenConnection(failure);
        if (broken.isPresent()) {
            log.warn("{}: {}", what, String.valueOf(broken.get().getMessage()).replaceAll("\\s*\\R\\s*", " "));
        } else {
            log.error(what, failure);
        }
    }

    private static Optional<SQLException> brokenConnection(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException failed && isOfConnection(failed)) {
                return Optional.of(failed);
            }
        }
        return Optional.empty();
    }

    /** By the standard's class of connection exceptions, and PostgreSQL's of an operator's intervention, such as a shutdown. */
    private static boolean isOfConnection(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return failure instanceof SQLTransientConnectionException || state.startsWith("08") || state.startsWith("57P");
    }

    /**
     * For a place before Spring's own resolvers: a broken connection to the database ends in an {@code EOFException} or a broken pipe, as that
     * of a client who has gone does, and Spring answers such an exception with status 200 and no body. A transaction whose commit failed
     * would look executed.
     */
    @Nullable
    ModelAndView resolveIfTakenForTheClients(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        return brokenConnection(thrown).isPresent() && DisconnectedClientHelper.isClientDisconnectedException(thrown)
                ? resolveException(request, response, handler, thrown)
                : null;
    }

    private static boolean isKeyed(HttpServletRequest request) {
        return request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE) != null;
    }

    private static Answer unavailable() {
        Problem problem = Problem.storeUnavailable(
                "whether the request was executed is unknown; the same request can safely be sent again");
        return new Answer(problem, false, Optional.of(STORE_RETRY_AFTER));
    }

    private static Answer rejected(Outcome.Rejected<?> rejected) {
        HttpOutcome outcome = HttpOutcome.of(rejected);
        return new Answer(HttpOutcome.problem(rejected), outcome.isReplayed(), retryAfter(rejected));
    }

    private static Optional<Duration> retryAfter(Outcome.Rejected<?> rejected) {
        if (rejected instanceof Outcome.InProgress<?> inProgress) {
            return Optional.of(inProgress.retryAfter());
        }
        return rejected instanceof Outcome.TooManyInProgress<?> tooMany
                ? Optional.of(tooMany.retryAfter())
                : Optional.empty();
    }

    private void write(Answer answer, HttpServletResponse response) throws IOException {
        response.setStatus(answer.problem().status());
        response.setHeader(names.replayed(), Boolean.toString(answer.duplicate()));
        // Whole seconds, rounded up: who comes back sooner comes in vain.
        answer.retryAfter()
                .ifPresent(after -> response.setHeader(
                        HttpHeaders.RETRY_AFTER,
                        Long.toString(after.plusNanos(999_999_999).toSeconds())));
        documentation.ifPresent(
                uri -> response.addHeader(HttpHeaders.LINK, "<" + uri.toASCIIString() + ">; rel=\"describedby\""));
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(answer.problem().toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** Loaded only where Spring's data access is. */
    private static final class DataAccess {

        static boolean isUnavailable(Exception thrown) {
            return thrown instanceof TransientDataAccessResourceException
                    || thrown instanceof RecoverableDataAccessException
                    || thrown instanceof NonTransientDataAccessResourceException;
        }
    }
}
