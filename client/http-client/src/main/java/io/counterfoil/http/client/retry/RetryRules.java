package io.counterfoil.http.client.retry;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which responses are retried: 408, 425, 429, 502, 503 and 504; another 5xx that has a {@code Retry-After}, since without one
 * the next response may well be the same; a 409 whose problem type says that the original is still in progress. No others.
 */
final class RetryRules {

    private static final int LONGEST_PROBLEM = 64 * 1024;
    private static final Pattern IN_PROGRESS =
            Pattern.compile("\"type\"\\s*:\\s*\"" + Pattern.quote(ProblemTypes.REQUEST_IN_PROGRESS) + "\"");

    private RetryRules() {}

    static boolean isRetryable(Answer answer) {
        return switch (answer.status()) {
            case 408, 425, 429, 502, 503, 504 -> true;
            case 409 -> isInProgress(answer);
            default -> answer.status() >= 500 && answer.header(RetryAfter.FIELD).isPresent();
        };
    }

    private static boolean isInProgress(Answer answer) {
        String mediaType =
                answer.header("Content-Type").orElse("").split(";", 2)[0].strip();
        return mediaType.toLowerCase(Locale.ROOT).equals(Problem.MEDIA_TYPE)
                && answer.size() <= LONGEST_PROBLEM
                && IN_PROGRESS.matcher(answer.text()).find();
    }
}
