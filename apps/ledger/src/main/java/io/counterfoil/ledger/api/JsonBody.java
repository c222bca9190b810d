package io.counterfoil.ledger.api;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Text;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The body of a request: a JSON object, read strictly, field by field. Nothing is coerced, nothing is ignored, and every
 * error names its field.
 */
public final class JsonBody {

    private static final Pattern TIME =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

    private final JsonNode object;

    JsonBody(JsonNode object) {
        this.object = object;
    }

    /** Rejects a body with a field other than these. */
    public JsonBody only(String... fields) {
        Set<String> known = Set.of(fields);
        object.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidFieldException(Text.nameable(name), "is unknown");
                });
        return this;
    }

    /** The data key. */
    public RequestId key() {
        String text = text("idempotency_key").orElseThrow(() -> missing("idempotency_key"));
        try {
            return new RequestId(text);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidFieldException("idempotency_key", invalid.reason());
        }
    }

    /** Whether the field is present, whatever its value. */
    boolean has(String field) {
        return object.has(field);
    }

    /** The client's reference ID for the object. */
    public Optional<ReferenceId> reference() {
        return QueryFields.reference("reference_id", text("reference_id").orElse(null));
    }

    /** The ID of a command; required. */
    CommandId command() {
        String text = requiredText("command_id");
        try {
            return CommandId.parse(text);
        } catch (InvalidIdException invalid) {
            throw new InvalidFieldException("command_id", "must be a UUID of 36 characters: " + invalid.getMessage());
        }
    }

    /** A time (RFC 3339). */
    Optional<Instant> time(String field) {
        return text(field).map(text -> {
            try {
                if (TIME.matcher(text).matches()) {
                    return OffsetDateTime.parse(text).toInstant();
                }
            } catch (DateTimeParseException impossible) {
                throw new InvalidFieldException(field, "is not an existing date and time");
            }
            throw new InvalidFieldException(field, "must be a time such as 2026-05-01T09:30:00Z");
        });
    }

    /** A required text. */
    public String requiredText(String field) {
        return text(field).orElseThrow(() -> missing(field));
    }

    /** A text, unchanged. Null is always rejected; absence is rejected where the field is required. */
    public Optional<String> text(String field) {
        return value(field).map(node -> {
            if (!node.isString()) {
                throw new InvalidFieldException(field, "must be a string");
            }
            return node.stringValue();
        });
    }

    /** A required integer. */
    public long requiredInteger(String field) {
        return integer(field).orElseThrow(() -> missing(field));
    }

    /** A JSON integer: neither {@code 1.0} nor {@code "1"}. */
    public Optional<Long> integer(String field) {
        return value(field).map(node -> {
            if (!node.isIntegralNumber()) {
                throw new InvalidFieldException(field, "must be an integer");
            }
            if (!node.canConvertToLong()) {
                throw new InvalidFieldException(field, "must be within -" + Quantity.LIMIT + " and " + Quantity.LIMIT);
            }
            return node.longValue();
        });
    }

    /** A quantity in a field of another name than {@code quantity}. */
    public Optional<Quantity> quantity(String field) {
        return integer(field).map(value -> {
            try {
                return new Quantity(value);
            } catch (InvalidFieldException invalid) {
                throw new InvalidFieldException(field, invalid.reason());
            }
        });
    }

    /** A boolean; default false. */
    public boolean flag(String field) {
        return choice(field).orElse(false);
    }

    /** A boolean without a default. */
    public Optional<Boolean> choice(String field) {
        return value(field).map(node -> {
            if (!node.isBoolean()) {
                throw new InvalidFieldException(field, "must be true or false");
            }
            return node.booleanValue();
        });
    }

    /** A UUID in its canonical form, in either case. */
    public Optional<UUID> uuid(String field) {
        return text(field).map(text -> Text.uuid(field, text));
    }

    /** A free-form JSON object. */
    public Optional<Metadata> metadata() {
        return value("metadata").map(node -> {
            if (!node.isObject()) {
                throw new InvalidFieldException("metadata", "must be an object");
            }
            return new Metadata(Json.canonical("metadata", node));
        });
    }

    private Optional<JsonNode> value(String field) {
        JsonNode node = object.get(field);
        if (node == null) {
            return Optional.empty();
        }
        if (node.isNull()) {
            throw new InvalidFieldException(field, "must not be null: omit the field");
        }
        return Optional.of(node);
    }

    private static InvalidFieldException missing(String field) {
        return new InvalidFieldException(field, "is required");
    }
}
