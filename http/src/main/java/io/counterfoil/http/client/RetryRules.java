package io.counterfoil.http.client;

import io.counterfoil.http.Problem;
import io.counterfoil.http.ProblemTypes;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which answers are worth another try (RC-4).
 *
 * <p>408, 425, 429, 502, 503 and 504 always are. Another 5xx is where it says when to come back, by {@code Retry-After}; one that does
 * not may well be the same next time, and is the caller's to judge. 409 is where its problem type says that the
 * original is still being carried out; any other conflict will not go away. Nothing else is.
 */
final class RetryRules {

    private static final int LONGEST_PROBLEM = 64 * 1024;
    private static final Pattern IN_PROGRESS =
            Pattern.compile("\"type\"\\s*:\\s*\"" + Pattern.quote(ProblemTypes.REQUEST_IN_PROGRESS) + "\"");

    private RetryRules() {}

    static boolean isWorthAnotherTry(Answer answer) {
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
