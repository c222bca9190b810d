package io.counterfoil.ledger.api;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.InvalidReferenceException;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.LedgerId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses query parameters and path variables; every error names its field. */
final class QueryFields {

    private static final int MAX_URI = 2000;

    private QueryFields() {}

    static <T> T required(String field, Optional<T> value) {
        return value.orElseThrow(() -> new InvalidFieldException(field, "is required"));
    }

    /** Rejects a query with both of these parameters. */
    static void atMostOne(String one, Optional<?> first, String other, Optional<?> second) {
        if (first.isPresent() && second.isPresent()) {
            throw new InvalidFieldException(other, "must not be combined with " + one);
        }
    }

    static Optional<RequestId> key(@Nullable String text) {
        try {
            return Optional.ofNullable(text).map(RequestId::new);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidFieldException("idempotency_key", invalid.reason());
        }
    }

    static Optional<ReferenceId> reference(String field, @Nullable String text) {
        try {
            return Optional.ofNullable(text).map(ReferenceId::of);
        } catch (InvalidReferenceException invalid) {
            throw new InvalidFieldException(field, invalid.reason());
        }
    }

    static Optional<BatchId> batch(String field, @Nullable String text) {
        try {
            return Optional.ofNullable(text).map(BatchId::of);
        } catch (InvalidReferenceException invalid) {
            throw new InvalidFieldException(field, invalid.reason());
        }
    }

    static Optional<LedgerId> ledger(String field, @Nullable String text) {
        try {
            return Optional.ofNullable(text).map(LedgerId.TYPE::parse);
        } catch (InvalidIdException invalid) {
            throw new InvalidFieldException(field, "must be the ID of a ledger");
        }
    }

    static Optional<URI> uri(String field, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        if (text.length() > MAX_URI) {
            throw new InvalidFieldException(
                    field, "must have at most %s characters, has %s".formatted(MAX_URI, text.length()));
        }
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException invalid) {
            throw new InvalidFieldException(field, "must be a URI: " + invalid.getReason());
        }
    }
}
