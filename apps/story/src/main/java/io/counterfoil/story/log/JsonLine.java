package io.counterfoil.story.log;

import io.counterfoil.story.log.Fields.Form;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A line of JSON: ECS, GELF, Logstash, Logback's JsonEncoder, Log4j2's layouts and similar formats.
 *
 * <p>All formats are read alike: scalars by path, so that {@code service.name} may be nested or a key with a dot;
 * arrays are not a level of the path. IDs and keys are read at any depth, the shallowest first, with or without GELF's
 * underscore.
 */
final class JsonLine {

    private static final int MAX_FIELDS = 512;
    private static final int MAX_DEPTH = 16;

    /** Objects that collectors put round the fields of a line. */
    private static final String[] ROUND = {
        "_source.",
        "jsonPayload.",
        "result.",
        "event.",
        "attributes.",
        "attributes.attributes.",
        "body.",
        "payload.",
        "record.",
        "content.",
        "content.attributes.",
        "fields.",
        "resource.attributes."
    };

    private static final String[] MESSAGE = {
        "formattedMessage", "message", "msg", "short_message", "@message", "message.message", "event"
    };

    /** The names under which collectors keep a line, whatever its own form. */
    private static final String[] WRAPPED = {
        "log", "line", "MESSAGE", "textPayload", "_raw", "@message", "_msg", "body", "content", "event"
    };

    private static final String[] TIME = {
        "@timestamp",
        "timestamp",
        "time",
        "ts",
        "timeMillis",
        "date",
        "datetime",
        "_time",
        "timeUnixNano",
        "observedTimeUnixNano",
        "_SOURCE_REALTIME_TIMESTAMP",
        "__REALTIME_TIMESTAMP",
        "receiveTimestamp",
        "ingestionTime"
    };

    private static final String[] SERVICE = {
        "service.name",
        "service",
        "_service",
        "application",
        "application.name",
        "spring.application.name",
        "app",
        "_app",
        "service_name",
        "_service_name",
        "kubernetes.container_name",
        "kubernetes.container.name",
        "container_name",
        "container.name",
        "attrs.tag",
        "resource.labels.container_name",
        "resource.labels.service_name",
        "labels.service_name",
        "labels.app",
        "labels.container",
        "stream.service_name",
        "stream.app",
        "stream.container",
        "CONTAINER_NAME",
        "SYSLOG_IDENTIFIER",
        "_SYSTEMD_UNIT"
    };

    private static final String[] LOGGER = {
        "log.logger", "logger", "logger_name", "loggerName", "_log_logger", "_logger", "_loggerName", "scope.name"
    };

    private static final String[] LEVEL = {
        "log.level",
        "_level_name",
        "level_name",
        "level",
        "severity",
        "levelname",
        "severityText",
        "severity_text",
        "PRIORITY"
    };

    private static final String UNIT = ".service";
    private static final String[] STACK_TRACE = {
        "stack_trace",
        "error.stack_trace",
        "error.stack",
        "_error_stack_trace",
        "stackTrace",
        "stacktrace",
        "exception",
        "throwable",
        "exc_info"
    };
    private static final Set<String> THROWN = Set.of("thrown", "throwable", "exception");
    private static final JsonFactory FACTORY = new JsonFactory();

    private final Map<String, String> scalars = new LinkedHashMap<>();

    private String thrown = "";

    private JsonLine() {}

    /** Parses a line; empty if it is not exactly one complete object. */
    static Optional<JsonLine> of(String line) {
        JsonLine json = new JsonLine();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            json.object(parser);
            return parser.nextToken() == null ? Optional.of(json) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /**
     * The texts that may be the logged line if this object is a wrapping: {@code log} of Docker and Fluent Bit, {@code
     * line} of Loki, {@code MESSAGE} of the journal, and so on, or a message that is an object or begins as a line of text does. Empty if
     * this object has an ID.
     */
    List<String> wrapped() {
        if (!leaf("corr_id").isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        for (String name : WRAPPED) {
            String line = any(name);
            if (!line.isEmpty()) {
                lines.add(line);
            }
        }
        String message = any(MESSAGE);
        String plain = Ansi.strip(message);
        if (plain.startsWith("{")
                || Levels.begins(plain)
                || Times.find(plain, 1, () -> ZoneOffset.UTC).isPresent()) {
            lines.add(message);
        }
        return lines;
    }

    private void object(JsonParser parser) {
        String[] path = new String[MAX_DEPTH + 1];
        path[0] = "";
        String name = "";
        int depth = 0;
        StringBuilder kinds = new StringBuilder("{");
        while (!kinds.isEmpty()) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return;
            }
            switch (token) {
                case PROPERTY_NAME -> name = parser.currentName();
                case START_OBJECT, START_ARRAY -> {
                    if (depth == 0 && token == JsonToken.START_OBJECT && THROWN.contains(name)) {
                        thrown = ExceptionObject.read(parser);
                        continue;
                    }
                    depth++;
                    if (depth <= MAX_DEPTH) {
                        path[depth] = isArray(kinds) ? path[depth - 1] : path[depth - 1] + name + '.';
                        // Values in an array take the name of the array.
                        if (token == JsonToken.START_ARRAY) {
                            path[depth] = path[depth - 1] + name + '.';
                        }
                    }
                    kinds.append(token == JsonToken.START_OBJECT ? '{' : '[');
                }
                case END_OBJECT, END_ARRAY -> {
                    depth--;
                    kinds.setLength(kinds.length() - 1);
                }
                case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                    if (depth <= MAX_DEPTH && scalars.size() < MAX_FIELDS && !isArray(kinds)) {
                        scalars.putIfAbsent(path[depth] + name, parser.getString());
                    }
                }
                default -> {}
            }
        }
    }

    private static boolean isArray(StringBuilder kinds) {
        return kinds.charAt(kinds.length() - 1) == '[';
    }

    /** The fields of the line. */
    Fields fields(Supplier<ZoneId> zone) {
        String message = Ansi.strip(any(MESSAGE));
        if (message.isEmpty()) {
            message = Ansi.strip(any(WRAPPED));
        }
        String id = leaf("corr_id");
        String newId = leaf("new_corr_id");
        String oldId = leaf("old_corr_id");
        String shown = message;
        if (id.isEmpty() || (newId.isEmpty() && oldId.isEmpty())) {
            LineIds inMessage = LineIds.of(message.getBytes(StandardCharsets.UTF_8));
            if (id.isEmpty()) {
                id = inMessage.id();
                shown = TextLine.without(message, "[corr_id=" + id + "]");
            }
            if (newId.isEmpty() && oldId.isEmpty() && tellsOfIds(message)) {
                newId = inMessage.newId();
                oldId = inMessage.oldId();
            }
        }
        return new Fields(
                id,
                newId,
                oldId,
                time(zone),
                service(),
                level(),
                any(LOGGER),
                withTrace(shown),
                fieldOf(message, TextLine.ACTION),
                fieldOf(message, TextLine.ATTEMPT),
                client(message),
                Form.JSON);
    }

    private String client(String message) {
        String field = leaf(TextLine.CLIENT);
        return field.isEmpty() ? TextLine.inBrackets(message, TextLine.CLIENT) : field;
    }

    /**
     * Whether the first field in the message is a correlation ID. An ID after another field may be part of that field's
     * value.
     */
    private static boolean tellsOfIds(String message) {
        int at = message.indexOf("corr_id");
        if (at < 0) {
            return false;
        }
        String before = message.substring(0, at);
        if (before.endsWith("new_") || before.endsWith("old_")) {
            before = before.substring(0, before.length() - 4);
        }
        if (before.endsWith("[")) {
            before = before.substring(0, before.length() - 1);
        }
        return before.indexOf('[') < 0 && before.indexOf('=') < 0;
    }

    /** The message followed by the stack trace, unless the message contains it. */
    private String withTrace(String message) {
        String direct = thrown.isEmpty() ? any(STACK_TRACE) : thrown;
        String trace = direct.isEmpty() ? any("full_message") : direct;
        if (trace.isEmpty()) {
            trace = any("error.type") + (any("error.message").isEmpty() ? "" : ": " + any("error.message"));
        }
        if (trace.startsWith(message)) {
            return trace;
        }
        return message.contains(trace) ? message : message + '\n' + trace;
    }

    /** The value of the first field with one of these names, otherwise the value in the message. */
    private String fieldOf(String message, String... names) {
        for (String name : names) {
            String value = leaf(name);
            if (!value.isEmpty()) {
                return value;
            }
        }
        return TextLine.value(message, names);
    }

    private String level() {
        String level = any(LEVEL);
        return level.isEmpty() ? Levels.ofStatus(any("status")) : Levels.ofField(level);
    }

    private Optional<Instant> time(Supplier<ZoneId> zone) {
        String seconds = any("instant.epochSecond");
        if (!seconds.isEmpty()) {
            try {
                String nanos = any("instant.nanoOfSecond");
                return Optional.of(
                        Instant.ofEpochSecond(Long.parseLong(seconds), nanos.isEmpty() ? 0 : Long.parseLong(nanos)));
            } catch (RuntimeException e) {
                return Optional.empty();
            }
        }
        for (String name : TIME) {
            Optional<Instant> time = Times.ofField(any(name), zone);
            if (time.isPresent()) {
                return time;
            }
        }
        return Optional.empty();
    }

    /** The first of these values, at the top or else within an object that a collector has put round it. */
    private String any(String... paths) {
        String value = within("", paths);
        for (int i = 0; i < ROUND.length && value.isEmpty(); i++) {
            value = within(ROUND[i], paths);
        }
        return value;
    }

    private String within(String round, String... paths) {
        for (String path : paths) {
            String value = scalars.get(round.isEmpty() ? path : round + path);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    private String service() {
        String named = any(SERVICE);
        String service = named.isEmpty() ? any("host", "host.name") : named;
        return service.endsWith(UNIT) && service.length() > UNIT.length()
                ? service.substring(0, service.length() - UNIT.length())
                : service;
    }

    /** The value with this name in the shallowest object that has it. */
    private String leaf(String name) {
        String direct = scalars.get(name);
        if (direct != null) {
            return direct;
        }
        String best = "";
        long depth = Long.MAX_VALUE;
        for (Map.Entry<String, String> scalar : scalars.entrySet()) {
            String path = scalar.getKey();
            if (path.endsWith(name) && isLeaf(path, path.length() - name.length())) {
                long dots = path.chars().filter(c -> c == '.').count();
                if (dots < depth) {
                    depth = dots;
                    best = scalar.getValue();
                }
            }
        }
        return best;
    }

    private static boolean isLeaf(String path, int start) {
        int from = start > 0 && path.charAt(start - 1) == '_' ? start - 1 : start;
        return from == 0 || path.charAt(from - 1) == '.';
    }
}
