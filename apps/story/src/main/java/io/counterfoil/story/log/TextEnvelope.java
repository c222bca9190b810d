package io.counterfoil.story.log;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The beginnings that container runtimes, log collectors and their commands put before a line. Each is one pattern with the groups {@code
 * rest} and, where it has them, {@code time}, {@code bsd}, {@code service} and {@code pri}.
 */
enum TextEnvelope {
    /** RFC 5424. */
    SYSLOG(
            "<",
            "<(?<pri>\\d{1,3})>1 (?<time>\\S+) \\S+ (?<service>\\S+) \\S+ \\S+ (?:-|(?:\\[(?:[^\\]\\\\]|\\\\.)*+\\])++)"
                    + "(?: \ufeff?(?<rest>.*))?"),
    /** RFC 3164, and the short forms of journalctl. */
    BSD_SYSLOG(
            "<ADFJMNOS",
            "(?:<(?<pri>\\d{1,3})>)?(?<bsd>[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?) \\S+ "
                    + "(?<service>[^\\s:\\[]+)(?:\\[\\d+\\])?: (?<rest>.*)"),
    /** {@code journalctl -o short-iso}. */
    JOURNAL(
            "0123456789",
            "(?<time>\\d{4}-\\d\\d-\\d\\dT\\S+) (?!(?:" + String.join("|", TextLine.LEVELS)
                    + ") )\\S+ (?<service>[^\\s:\\[]+)\\[\\d+\\]: (?<rest>.*)"),
    /** {@code kubectl logs --prefix}. */
    KUBECTL("[", "\\[pod/[^/\\]]+/(?<service>[^\\]/]+)\\] (?<rest>.*)"),
    /** {@code stern}: pod and container. */
    STERN(
            "abcdefghijklmnopqrstuvwxyz0123456789",
            "[a-z0-9][a-z0-9.-]* (?:\u203a )?(?<service>[a-z0-9][a-z0-9.-]*) (?<rest>(?:\\{|\\d{4}-\\d\\d-\\d\\d[T ]).*)"),
    /** {@code logcli query}. */
    LOGCLI(
            "0123456789",
            "(?<time>\\d{4}-\\d\\d-\\d\\dT\\S+) (?=\\{[^{}]{0,2048}\\} )\\{(?:[^{}]{0,2048}\\b(?:service_name|service|app|container|job)=\"(?<service>[^\"]*)\")?"
                    + "[^{}]*\\} +(?<rest>.*)"),
    /** {@code aws logs tail}. */
    AWS_TAIL(
            "0123456789",
            "(?<time>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{6})?(?:[+-]\\d\\d:\\d\\d)?) "
                    + "(?:[A-Za-z][\\w.-]*/(?<service>[A-Za-z][\\w.-]*)/[0-9a-f]{8,}|(?=\\S*/)\\S++) (?<rest>.*)"),
    /** {@code docker logs -t}, {@code kubectl logs --timestamps}. */
    DOCKER(
            "0123456789",
            "(?<time>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}(?:Z|[+-]\\d\\d:\\d\\d)) (?<rest>.+)"),
    /** A file of Fluentd. */
    FLUENTD("0123456789", "(?<time>\\d{4}-\\d\\d-\\d\\dT[^\\t ]+)\\t(?<service>[^\\t]*)\\t(?<rest>\\{.*)"),
    /** The standard output of Fluent Bit. */
    FLUENT_BIT(
            "[",
            "\\[\\d+\\] (?:[^\\s:]*\\.)?(?<service>[^\\s:.]+): \\[+(?<time>\\d+\\.\\d+)(?:, \\{\\}\\])?, (?<rest>\\{.*\\})\\]") {
        @Override
        String rest(String found) {
            return ARROW.matcher(found).replaceAll("\":");
        }
    };

    /** After a name: within a text, a quote before an arrow has a backslash. */
    private static final Pattern ARROW = Pattern.compile("(?<!\\\\)\"=>");

    /** What a line begins with that has one of these beginnings, by its first character, so that most patterns are not tried. */
    private final String begins;

    private final Pattern pattern;

    TextEnvelope(String begins, String pattern) {
        this.begins = begins;
        this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
    }

    /**
     * A line within an envelope.
     *
     * @param time the time at which the envelope was made
     */
    record Opened(TextEnvelope envelope, String rest, Optional<Instant> time, String service, String level) {}

    /** Opens a line; empty if it has no such beginning. */
    Optional<Opened> open(String line, Supplier<ZoneId> zone) {
        if (line.isEmpty() || begins.indexOf(line.charAt(0)) < 0) {
            return Optional.empty();
        }
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String rest = group(matcher, "rest");
        Optional<Instant> time = group(matcher, "bsd").isEmpty()
                ? Times.ofField(group(matcher, "time"), zone)
                : Times.ofBsd(group(matcher, "bsd"), zone);
        String service = group(matcher, "service");
        return Optional.of(new Opened(
                this, rest(rest), time, service.equals("-") ? "" : service, Levels.ofPriority(group(matcher, "pri"))));
    }

    /** The line as it was before the envelope. */
    String rest(String found) {
        return found;
    }

    private String group(Matcher matcher, String name) {
        if (!pattern.pattern().contains("(?<" + name + ">")) {
            return "";
        }
        String value = matcher.group(name);
        return value == null ? "" : value;
    }
}
