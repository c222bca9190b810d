package io.counterfoil.cli.id;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes the IDs of W3C Trace Context: {@code traceparent} and its parts. */
final class TraceReader {

    private static final Pattern TRACEPARENT =
            Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final Pattern TRACE_ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern SPAN_ID = Pattern.compile("[0-9a-f]{16}");
    private static final int SAMPLED = 1;
    private static final int RANDOM = 2;

    private TraceReader() {}

    static void read(String text, Findings found) {
        Matcher parent = TRACEPARENT.matcher(text);
        if (parent.matches()) {
            found.add(traceparent(parent));
        } else if (TRACE_ID.matcher(text).matches() && !isZeros(text)) {
            found.add(Reading.of("trace-id", "trace id (W3C Trace Context)").build());
        } else if (SPAN_ID.matcher(text).matches() && !isZeros(text)) {
            found.add(Reading.of("span-id", "span id (W3C Trace Context)").build());
        }
    }

    private static Reading traceparent(Matcher parent) {
        String version = parent.group(1);
        int flags = Integer.parseInt(parent.group(4), 16);
        Reading.Builder reading = Reading.of("traceparent", "traceparent (W3C Trace Context)")
                .likely(true)
                .fact("version", version)
                .fact("trace id", parent.group(2))
                .fact("parent id", parent.group(3))
                .fact(
                        "flags",
                        parent.group(4),
                        ((flags & SAMPLED) != 0 ? "sampled" : "not sampled")
                                + ((flags & RANDOM) != 0 ? ", random trace id" : ""));
        if (version.equals("ff")) {
            reading.fault("version ff is invalid");
        }
        if (version.equals("00") && parent.group(5) != null) {
            reading.fault("version 00 ends after the flags");
        }
        if (isZeros(parent.group(2))) {
            reading.fault("the trace id is all zeros");
        }
        if (isZeros(parent.group(3))) {
            reading.fault("the parent id is all zeros");
        }
        return reading.build();
    }

    private static boolean isZeros(String hex) {
        return hex.chars().allMatch(c -> c == '0');
    }
}
