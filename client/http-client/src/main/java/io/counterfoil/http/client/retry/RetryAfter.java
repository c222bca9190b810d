package io.counterfoil.http.client.retry;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code Retry-After} field (RFC 9110, section 10.2.3): a number of seconds, or a date in the format that the RFC prefers
 * (section 5.6.7). The two obsolete formats are ignored.
 */
final class RetryAfter {

    static final String FIELD = "Retry-After";

    private static final Logger LOG = LoggerFactory.getLogger(RetryAfter.class);
    private static final Pattern SECONDS = Pattern.compile("[0-9]+");
    private static final int LONGEST_EXACT = 9;
    private static final Duration VERY_LONG = Duration.ofDays(365_000);

    private RetryAfter() {}

    /** The time from now; zero for a date in the past; empty where the field is missing or in no known format. */
    static Optional<Duration> read(HttpHeaders headers, Instant now) {
        return headers.firstValue(FIELD).map(String::strip).flatMap(value -> {
            if (SECONDS.matcher(value).matches()) {
                return Optional.of(
                        value.length() <= LONGEST_EXACT ? Duration.ofSeconds(Long.parseLong(value)) : VERY_LONG);
            }
            return date(value).map(at -> at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
        });
    }

    private static Optional<Instant> date(String value) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from));
        } catch (DateTimeException unreadable) {
            LOG.info("Ignored a Retry-After that is neither seconds nor a date: {}", unreadable.getMessage());
            return Optional.empty();
        }
    }
}
