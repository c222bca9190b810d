package io.counterfoil.story.scan;

import io.counterfoil.story.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The records of JSON documents, one or several in a row: the elements of one array, or each whole object. What stands round an array and
 * is true for its records (a resource, labels, a stream) is added to them. One record at a time is in memory.
 */
final class JsonRecords extends Records {

    /** Where the records are, by the names of the members on the way to them; arrays on the way have no name of their own. */
    private static final Set<String> ARRAYS = Set.of(
            "events",
            "logEvents",
            "entries",
            "records",
            "results",
            "logs",
            "items",
            "data",
            "hits.hits",
            "data.result.values",
            "resourceLogs.scopeLogs.logRecords");

    /** Members of which the first record of an array has one; other arrays of these names are part of a record. */
    private static final Set<String> OF_A_RECORD = Set.of(
            "message",
            "@message",
            "timestamp",
            "@timestamp",
            "_source",
            "_raw",
            "attributes",
            "timeUnixNano",
            "observedTimeUnixNano",
            "body",
            "log",
            "line",
            "jsonPayload",
            "textPayload",
            "insertId",
            "field",
            "corr_id");

    /** Members of a line that has more arrays of its own: what stands before one of those is no envelope. */
    private static final Set<String> OF_A_LINE =
            Set.of("message", "msg", "level", "corr_id", "@timestamp", "mdc", "logger", "short_message");

    private static final Set<String> INHERITED = Set.of(
            "resource",
            "scope",
            "stream",
            "labels",
            "kubernetes",
            "logGroup",
            "logStream",
            "service",
            "container_name");

    /** Each record is a whole object. */
    private static final String WHOLE = "/";

    /** Each record is an element of an array without anything round it. */
    private static final String TOP = "";

    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonParser parser;
    private final String records;
    private final Deque<Frame> open = new ArrayDeque<>();

    /** An object or array that is being read. */
    private static final class Frame {
        final String path;
        final boolean array;
        final Map<String, Object> members = new LinkedHashMap<>();

        Frame(String path, boolean array) {
            this.path = path;
            this.array = array;
        }
    }

    /** Creates the records at this path. */
    JsonRecords(InputStream in, String records) {
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), in);
        this.records = records;
    }

    /** Where the records of a text that begins so are; empty if it is a log with an object on each line. */
    static Optional<String> pathOf(String begin) {
        if (begin.startsWith("[")) {
            String next = begin.substring(1).stripLeading();
            return next.startsWith("{") ? Optional.of(TOP) : Optional.empty();
        }
        Optional<String> array = arrayIn(begin);
        String firstLine = begin.lines().findFirst().orElse("").strip();
        boolean pretty = firstLine.equals("{")
                && begin.lines().skip(1).findFirst().orElse("").strip().startsWith("\"");
        return array.or(
                () -> pretty || begin.contains("\"__REALTIME_TIMESTAMP\"") ? Optional.of(WHOLE) : Optional.empty());
    }

    /** The path of the first array of records in the first object. */
    private static Optional<String> arrayIn(String begin) {
        Deque<String> path = new ArrayDeque<>();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), begin)) {
            String name = "";
            path.push("");
            parser.nextToken();
            for (JsonToken token = parser.nextToken(); token != null && !path.isEmpty(); token = parser.nextToken()) {
                switch (token) {
                    case PROPERTY_NAME -> {
                        name = join(path.element(), parser.currentName());
                        if (OF_A_LINE.contains(name)) {
                            return Optional.empty();
                        }
                    }
                    case START_OBJECT, START_ARRAY -> {
                        if (token == JsonToken.START_ARRAY && ARRAYS.contains(name)) {
                            return firstIsRecord(parser) ? Optional.of(name) : Optional.empty();
                        }
                        path.push(name);
                    }
                    case END_OBJECT, END_ARRAY -> {
                        path.pop();
                        name = path.isEmpty() ? "" : path.element();
                    }
                    default -> {}
                }
            }
        } catch (JacksonException endOfTheHead) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean firstIsRecord(JsonParser parser) {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_ARRAY) {
            first = parser.nextToken();
            if (first == JsonToken.VALUE_STRING) {
                return true;
            }
        }
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return false;
            }
            if (token == JsonToken.PROPERTY_NAME && depth == 1 && OF_A_RECORD.contains(parser.currentName())) {
                return true;
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        }
        return false;
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    @Override
    Optional<byte[]> next() throws IOException {
        try {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                Optional<Map<String, Object>> record = record(token);
                if (record.isPresent()) {
                    return record.map(Json::line);
                }
            }
            return Optional.empty();
        } catch (JacksonException broken) {
            throw new IOException("no valid JSON: " + broken.getOriginalMessage(), broken);
        }
    }

    /** Reads on, and returns the record that ends here, if one does. */
    private Optional<Map<String, Object>> record(JsonToken token) {
        Frame frame = open.peek();
        boolean start = token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
        if (frame == null) {
            if (token == JsonToken.START_OBJECT && records.equals(WHOLE)) {
                return Optional.of(members(JsonValues.read(parser, token)));
            }
            if (start) {
                open.push(new Frame("", token == JsonToken.START_ARRAY));
            }
            return Optional.empty();
        }
        if (token.isStructEnd()) {
            open.pop();
        } else if (frame.array && frame.path.equals(records)) {
            Map<String, Object> record = start ? members(JsonValues.read(parser, token)) : Map.of();
            return record.isEmpty() ? Optional.empty() : Optional.of(inherited(record));
        } else if (token == JsonToken.PROPERTY_NAME) {
            member(frame, parser.currentName());
        } else if (start) {
            open.push(new Frame(frame.path, token == JsonToken.START_ARRAY));
        }
        return Optional.empty();
    }

    private void member(Frame frame, String name) {
        String path = join(frame.path, name);
        JsonToken token = parser.nextToken();
        if (token == null) {
            return;
        }
        boolean onTheWay = records.equals(path) || records.startsWith(path + ".");
        if (onTheWay && (token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT)) {
            open.push(new Frame(path, token == JsonToken.START_ARRAY));
        } else {
            Object value = JsonValues.read(parser, token);
            if (value != null && INHERITED.contains(name)) {
                frame.members.put(name, value);
            }
        }
    }

    private Map<String, Object> inherited(Map<String, Object> record) {
        Map<String, Object> whole = new LinkedHashMap<>(record);
        for (Frame round : open) {
            round.members.forEach(whole::putIfAbsent);
        }
        return whole;
    }

    @SuppressWarnings("unchecked") // JsonValues makes such maps
    private static Map<String, Object> members(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        // A line of Loki: its time, its text, and labels of its own.
        if (value instanceof List<?> pair && pair.size() >= 2 && pair.get(0) instanceof String time) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("timestamp", time);
            line.put("line", String.valueOf(pair.get(1)));
            if (pair.size() > 2 && pair.get(2) != null) {
                line.put("attributes", pair.get(2));
            }
            return line;
        }
        return Map.of();
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
