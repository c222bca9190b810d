package io.counterfoil.ledger.api;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Once;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The identity of a creation in its body: exactly one of {@code idempotency_key}, {@code id} and {@code command_id}, or
 * the last two together.
 */
final class CreationBody {

    private static final String KEY = "idempotency_key";
    private static final String ID = "id";
    private static final String COMMAND = "command_id";
    private static final String CLIENT_TIME = "client_time";

    /** The fields, for {@link JsonBody#only}. */
    private static final List<String> FIELDS = List.of(KEY, ID, CLIENT_TIME, COMMAND);

    private CreationBody() {}

    /** Rejects a body with a field other than these and the identity fields. */
    static void only(JsonBody body, String... fields) {
        body.only(Stream.concat(FIELDS.stream(), Stream.of(fields)).toArray(String[]::new));
    }

    /**
     * The identity of the creation.
     *
     * @throws InvalidFieldException when there is none, when fields are combined other than {@code id} with
     *     {@code command_id}, or when one is invalid
     */
    static <I extends TypedId<I>> Once<I> once(JsonBody body, IdType<I> type) {
        if (body.has(KEY) || !body.has(ID)) {
            exactlyOne(body, KEY, ID, COMMAND);
        }
        if (body.has(CLIENT_TIME) && !body.has(ID)) {
            throw new InvalidFieldException(CLIENT_TIME, "is allowed only together with a client-generated id");
        }
        if (body.has(ID)) {
            Optional<CommandId> command = body.has(COMMAND) ? Optional.of(body.command()) : Optional.empty();
            return new Once.ById<>(id(body.requiredText(ID), type), body.time(CLIENT_TIME), command);
        }
        return body.has(COMMAND) ? new Once.ByCommand<>(body.command()) : new Once.ByKey<>(body.key());
    }

    /** Rejects a body with none or several of these fields. */
    static void exactlyOne(JsonBody body, String... fields) {
        List<String> there = Stream.of(fields).filter(body::has).toList();
        String all = String.join(", ", fields);
        if (there.isEmpty()) {
            throw new InvalidFieldException(fields[0], "is required, or one of " + all);
        }
        if (there.size() > 1) {
            throw new InvalidFieldException(
                    there.get(1), "must not be combined with %s: send exactly one of %s".formatted(there.get(0), all));
        }
    }

    private static <I extends TypedId<I>> I id(String text, IdType<I> type) {
        try {
            return type.parse(text);
        } catch (InvalidIdException invalid) {
            throw new InvalidFieldException(
                    ID, "must be an ID such as %s_...: %s".formatted(type.prefix(), invalid.getMessage()));
        }
    }
}
