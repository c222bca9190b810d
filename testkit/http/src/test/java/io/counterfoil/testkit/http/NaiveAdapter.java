package io.counterfoil.testkit.http;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.KeyedHandler;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.http.request.BodyTooSlowException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;

/** A minimal adapter with optional flaws. */
record NaiveAdapter(Endpoints endpoints, Application application, Set<Flaw> flaws) {

    /** Receives a response that is sent too early. */
    interface Early {
        void send(Response response) throws IOException;
    }

    Response answer(NaiveRequest head, NaiveBody body, Early early) throws Exception {
        Optional<HttpIdempotency> idempotency = endpoints.of(head);
        if (idempotency.isEmpty() || flaws.contains(Flaw.IGNORES_KEYS)) {
            return handled(head, all(body), Optional.empty());
        }
        Admission admission = idempotency.get().admit(head);
        if (admission instanceof Admission.Refused refused) {
            return refused(refused.response(), body);
        }
        if (admission instanceof Admission.Keyed keyed) {
            return executed(idempotency.get(), keyed, head, body, early);
        }
        Optional<String> attempt = ((Admission.Unkeyed) admission).attempt().map(Object::toString);
        return handled(head, all(body), Optional.empty())
                .with(
                        "Idempotency-Attempt",
                        flaws.contains(Flaw.DROPS_THE_ATTEMPT_WITHOUT_A_KEY) ? Optional.empty() : attempt);
    }

    private Response executed(
            HttpIdempotency idempotency, Admission.Keyed keyed, NaiveRequest head, NaiveBody body, Early early)
            throws Exception {
        int limit = flaws.contains(Flaw.ACCEPTS_ANY_LENGTH)
                ? Integer.MAX_VALUE
                : idempotency.policy().body().maxBytes();
        BodyRate rate = flaws.contains(Flaw.WAITS_FOR_SLOW_BODIES)
                ? BodyRate.DEFAULT
                : idempotency.policy().body().rate();
        Optional<Optional<byte[]>> arrived;
        try {
            arrived = flaws.contains(Flaw.READS_ANY_NUMBER_OF_BODIES)
                    ? Optional.of(body.read(limit, rate))
                    : idempotency.read(keyed, () -> body.read(limit, rate));
        } catch (BodyTooSlowException late) {
            return refused(idempotency.refuse(keyed, late.problem()), body);
        }
        if (arrived.isEmpty()) {
            return refused(idempotency.refuseTooManyOpen(keyed), body);
        }
        Optional<byte[]> read = arrived.get();
        if (read.isEmpty()) {
            return refused(idempotency.refuse(keyed, Problem.bodyTooLarge(limit)), body);
        }
        KeyedHandler<Exception> handler = execution -> {
            Response response = handled(head, read.get(), execution);
            if (flaws.contains(Flaw.SENDS_BEFORE_COMMIT)) {
                early.send(response);
            }
            return response;
        };
        if (flaws.contains(Flaw.EXECUTES_TWICE)) {
            handler.handle(Optional.empty());
        }
        return idempotency.execute(keyed, read.get(), handler);
    }

    private Response refused(Response refusal, NaiveBody body) throws IOException {
        if (!flaws.contains(Flaw.LEAVES_REJECTED_BODIES_UNREAD)) {
            body.drain();
        }
        return refusal;
    }

    private static byte[] all(NaiveBody body) throws IOException {
        return body.read(Long.MAX_VALUE, BodyRate.DEFAULT).orElseThrow();
    }

    private Response handled(NaiveRequest head, byte[] body, Optional<KeyedExecution> execution) throws Exception {
        NaiveExchange exchange = new NaiveExchange(
                head,
                flaws.contains(Flaw.CONSUMES_THE_BODY) ? new byte[0] : body,
                flaws.contains(Flaw.HIDES_THE_EXECUTION) ? Optional.empty() : execution);
        try {
            if (flaws.contains(Flaw.HANDLES_ON_ANOTHER_THREAD)) {
                onAnotherThread(exchange);
            } else {
                application.handle(exchange);
            }
        } catch (IllegalStateException thrown) {
            if (flaws.contains(Flaw.HIDES_HANDLER_EXCEPTIONS)) {
                return exchange.answer();
            }
            throw thrown;
        }
        Response answer = exchange.answer();
        return flaws.contains(Flaw.KEEPS_ONE_LINE_OF_A_FIELD) ? oneLineEach(answer) : answer;
    }

    private void onAnotherThread(NaiveExchange exchange) throws Exception {
        FutureTask<Boolean> handling = new FutureTask<>(() -> {
            application.handle(exchange);
            return true;
        });
        new Thread(handling).start();
        handling.get();
    }

    private static Response oneLineEach(Response response) {
        List<HeaderField> fields = new ArrayList<>();
        response.headers().stream()
                .filter(field -> fields.stream().noneMatch(kept -> kept.name().equals(field.name())))
                .forEach(fields::add);
        return new Response(response.status(), fields, response.body());
    }
}
