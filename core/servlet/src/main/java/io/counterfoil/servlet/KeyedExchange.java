package io.counterfoil.servlet;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.KeyedHandler;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.response.ResponseKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/**
 * One keyed request, from its body to its response. The engine receives the handler's result before the client does:
 * what it responded, that it threw, that it sent an error.
 */
final class KeyedExchange {

    private final HttpIdempotency idempotency;
    private final Admission.Keyed keyed;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final RequestGuard.Handler handler;
    private final ErrorPage errorPage;
    private final Redirects redirects;

    /** Whether there is a key: where it would be in the body, that is not known before the engine has looked. */
    private boolean guarded;

    /** An error that undoes the work, or is none of ours: the container shows it, once the engine has settled. */
    private Optional<CapturedResponse.SentError> undoing = Optional.empty();

    KeyedExchange(
            HttpIdempotency idempotency,
            Admission.Keyed keyed,
            HttpServletRequest request,
            HttpServletResponse response,
            RequestGuard.Handler handler,
            ErrorPage errorPage,
            Redirects redirects) {
        this.idempotency = idempotency;
        this.keyed = keyed;
        this.request = request;
        this.response = response;
        this.handler = handler;
        this.errorPage = errorPage;
        this.redirects = redirects;
        this.guarded = keyed.requestId().isPresent();
    }

    void run() throws Exception {
        if (response.isCommitted()) {
            throw new IllegalStateException(request.getMethod() + " " + request.getRequestURI()
                    + " was answered before its idempotency key was evaluated: a filter or interceptor that answers must "
                    + "not pass the request on, or must come after the idempotency filter");
        }
        Optional<RequestContents> contents;
        try {
            contents = idempotency.read(keyed, () -> RequestContents.read(request, idempotency.policy()));
        } catch (RequestContents.RefusedException refused) {
            refuse(idempotency.refuse(keyed, refused.problem()));
            return;
        }
        if (contents.isPresent()) {
            execute(contents.get());
        } else {
            refuse(idempotency.refuseTooManyOpen(keyed));
        }
    }

    private void refuse(Response refusal) throws IOException {
        if (RequestContents.isInParts(request)) {
            BodyDrainer.drainParts(request, response);
        } else {
            BodyDrainer.drain(request, response);
        }
        ServletResponses.send(refusal, response);
    }

    private void execute(RequestContents contents) throws Exception {
        Work work = new Work(contents);
        Response answer;
        try {
            answer = idempotency.<Exception>execute(keyed, contents.identity(), work);
        } catch (Exception | Error failure) {
            discard(work.captured);
            throw failure;
        }
        // The engine has a response of its own where it could not roll back.
        if (undoing.isPresent() && answer.bodyLength() == 0) {
            tellOriginal();
            response.sendError(undoing.get().status(), undoing.get().message());
        } else {
            work.captured.send(answer);
        }
    }

    /** What runs under the key: once, or again on a request and a response that are as before. */
    private final class Work implements KeyedHandler<Exception> {

        private final RequestContents contents;
        private CapturedResponse captured =
                new CapturedResponse(response, given -> redirects.location(given, request, response));
        private boolean ran;

        Work(RequestContents contents) {
            this.contents = contents;
        }

        @Override
        public boolean isRepeatable() {
            return handler.isRepeatable() && contents.body().isPresent();
        }

        @Override
        public Response handle(Optional<KeyedExecution> right) throws Exception {
            if (ran) {
                captured = captured.anew();
                undoing = Optional.empty();
            }
            ran = true;
            HeldRequest held = contents.body()
                    .<HeldRequest>map(body -> new RereadableRequest(request, body))
                    .orElseGet(() -> new HeldRequest(request));
            return handled(right, held, captured);
        }
    }

    private Response handled(Optional<KeyedExecution> right, HeldRequest held, CapturedResponse captured)
            throws Exception {
        guarded = right.isPresent();
        right.ifPresent(granted -> request.setAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE, granted));
        try {
            handler.handle(held, captured);
            Response made = captured.captured();
            Optional<CapturedResponse.SentError> error = captured.error();
            if (error.isEmpty()) {
                return made;
            }
            if (!guarded || idempotency.policy().responses().classifier().classify(made) == ResponseKind.FAILED) {
                undoing = error;
                return made;
            }
            return errorPage.show(error.get(), held, captured);
        } finally {
            request.removeAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE);
        }
    }

    /** An incomplete response is dropped: the container makes one of its own of what was thrown. */
    private void discard(CapturedResponse captured) {
        if (!response.isCommitted()) {
            captured.discard();
            tellOriginal();
        }
    }

    /** On a response that the container writes; containers keep such fields when they show an error. */
    private void tellOriginal() {
        HeaderNames names = idempotency.policy().names();
        if (guarded) {
            response.setHeader(names.replayed(), "false");
        }
        keyed.attempt().ifPresent(attempt -> response.setHeader(names.attempt(), attempt.value()));
    }
}
