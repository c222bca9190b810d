package io.counterfoil.story.log;

import io.counterfoil.story.model.Line;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Converts an exception in JSON, such as Log4j2's {@code thrown} or Logback's {@code throwable}, to the text that Java
 * prints. Text far beyond the longest message is left out.
 */
final class ExceptionObject {

    private static final int MAX_CAUSES = 16;

    private final StringBuilder text = new StringBuilder();

    private ExceptionObject() {}

    /** Reads the object that the parser has just entered, up to its end. */
    static String read(JsonParser parser) {
        ExceptionObject thrown = new ExceptionObject();
        thrown.object(parser, 0);
        return thrown.text.toString().stripTrailing();
    }

    private void object(JsonParser parser, int causes) {
        Map<String, String> scalars = new LinkedHashMap<>();
        StringBuilder frames = new StringBuilder();
        ExceptionObject cause = new ExceptionObject();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.START_OBJECT && isCause(name) && causes < MAX_CAUSES) {
                cause.object(parser, causes + 1);
            } else if (value == JsonToken.START_ARRAY && isFrames(name)) {
                frames(parser, frames);
            } else if (value != null && value.isScalarValue()) {
                scalars.putIfAbsent(name, parser.getString());
            } else {
                parser.skipChildren();
            }
        }
        // An object around the exception, such as Quarkus writes around each cause.
        boolean says = !scalars.isEmpty() || !frames.isEmpty();
        String trace = any(scalars, "stacktrace", "stackTrace", "stack_trace", "extendedStackTrace");
        if (!trace.isEmpty()) {
            text.append(trace);
            return;
        }
        if (says) {
            head(scalars);
            text.append(frames);
            String common = any(scalars, "commonElementCount", "commonFramesCount", "commonFrames");
            if (!common.isEmpty() && !common.equals("0")) {
                text.append("\t... ").append(common).append(" more\n");
            }
        }
        if (!cause.text.isEmpty() && text.length() < 2 * Line.MAX_MESSAGE) {
            text.append(says ? "Caused by: " : "").append(cause.text);
        }
    }

    private void head(Map<String, String> scalars) {
        String type = any(scalars, "name", "className", "exception_class", "exceptionType", "type", "class");
        String message = any(scalars, "message", "localizedMessage", "exception_message");
        text.append(type)
                .append(type.isEmpty() || message.isEmpty() ? "" : ": ")
                .append(message)
                .append('\n');
    }

    private static void frames(JsonParser parser, StringBuilder frames) {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            String frame =
                    token == JsonToken.START_OBJECT ? frame(parser) : token.isScalarValue() ? parser.getString() : "";
            parser.skipChildren();
            if (!frame.isEmpty() && frames.length() < 2 * Line.MAX_MESSAGE) {
                frames.append("\tat ").append(frame).append('\n');
            }
        }
    }

    private static String frame(JsonParser parser) {
        Map<String, String> scalars = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value != null && value.isScalarValue()) {
                scalars.putIfAbsent(name, parser.getString());
            } else {
                parser.skipChildren();
            }
        }
        String file = any(scalars, "file", "fileName");
        String line = any(scalars, "line", "lineNumber");
        return any(scalars, "class", "className")
                + '.'
                + any(scalars, "method", "methodName")
                + '('
                + (file.isEmpty() ? "Unknown Source" : file)
                + (line.isEmpty() || line.startsWith("-") ? "" : ":" + line)
                + ')';
    }

    private static boolean isCause(String name) {
        return name.equals("cause") || name.equals("causedBy") || name.equals("exception");
    }

    private static boolean isFrames(String name) {
        return name.equals("extendedStackTrace")
                || name.equals("stackTrace")
                || name.equals("stepArray")
                || name.equals("frames");
    }

    private static String any(Map<String, String> scalars, String... names) {
        for (String name : names) {
            String value = scalars.getOrDefault(name, "");
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }
}
