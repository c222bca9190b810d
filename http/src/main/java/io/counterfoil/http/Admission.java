package io.counterfoil.http;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.util.Optional;

/** What the head of a request says about how to treat it: one of three. */
public sealed interface Admission {

    /** No key: the handler runs as if there were nothing in front of it. */
    record Unkeyed(Optional<AttemptId> attempt) implements Admission {}

    /** A key: the body is read, and the request goes through {@link HttpIdempotency#carryOut}. */
    record Keyed(IdempotencyKey key, Optional<AttemptId> attempt) implements Admission {}

    /** Unreadable: this is the answer, and the body is not looked at. */
    record Refused(Response response) implements Admission {}
}
