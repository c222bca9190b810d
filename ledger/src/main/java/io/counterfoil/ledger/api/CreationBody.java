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

/** What each creation has in its body: exactly one of three fields that tell it from another one, or an id and its command's. */
final class CreationBody {

    private static final String KEY = "idempotency_key";
    private static final String ID = "id";
    private static final String COMMAND = "command_id";
    private static final String CLIENT_TIME = "client_time";

    /** The fields, for {@link JsonBody#only}. */
    private static final List<String> FIELDS = List.of(KEY, ID, CLIENT_TIME, COMMAND);

    private CreationBody() {}

    /** Refuses a body that has a field beside these and its own. */
    static void only(JsonBody body, String... fields) {
        body.only(Stream.concat(FIELDS.stream(), Stream.of(fields)).toArray(String[]::new));
    }

    /**
     * Which way the client chose.
     *
     * @throws InvalidFieldException when it is none, more than one other than an id with its command's, or unreadable
     */
    static <I extends TypedId<I>> Once<I> once(JsonBody body, IdType<I> type) {
        if (body.has(KEY) || !body.has(ID)) {
            exactlyOne(body, KEY, ID, COMMAND);
        }
        if (body.has(CLIENT_TIME) && !body.has(ID)) {
            throw new InvalidFieldException(CLIENT_TIME, "is for an id of the client's alone");
        }
        if (body.has(ID)) {
            Optional<CommandId> command = body.has(COMMAND) ? Optional.of(body.command()) : Optional.empty();
            return new Once.ById<>(id(body.requiredText(ID), type), body.time(CLIENT_TIME), command);
        }
        return body.has(COMMAND) ? new Once.ByCommand<>(body.command()) : new Once.ByKey<>(body.key());
    }

    /** Refuses a body with none, or more than one of these. */
    static void exactlyOne(JsonBody body, String... fields) {
        List<String> there = Stream.of(fields).filter(body::has).toList();
        String all = String.join(", ", fields);
        if (there.isEmpty()) {
            throw new InvalidFieldException(fields[0], "is required, or another one of " + all);
        }
        if (there.size() > 1) {
            throw new InvalidFieldException(
                    there.get(1),
                    "must not be there together with %s: exactly one of %s is".formatted(there.get(0), all));
        }
    }

    private static <I extends TypedId<I>> I id(String text, IdType<I> type) {
        try {
            return type.parse(text);
        } catch (InvalidIdException invalid) {
            throw new InvalidFieldException(
                    ID, "must be an id like %s_...: %s".formatted(type.prefix(), invalid.getMessage()));
        }
    }
}
