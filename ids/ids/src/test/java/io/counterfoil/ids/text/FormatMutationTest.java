package io.counterfoil.ids.text;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All texts that differ from a good one in one character: refused at that character, or the text of something else. */
@Tag("TI-3")
@Timeout(600)
class FormatMutationTest {

    private static final UUID SAMPLE = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");

    @ParameterizedTest
    @EnumSource
    void mutatedText_ofAUuid_isCanonicalOrRejected(UuidFormat format) {
        for (UUID uuid : new UUID[] {SAMPLE, new UUID(-1, -1)}) {
            assertEveryMutation(
                    format,
                    format.alphabet(),
                    format.format(uuid),
                    text -> format.format(format.parse(text)),
                    text -> format.tryParse(text).isPresent());
        }
    }

    @ParameterizedTest
    @EnumSource
    void mutatedText_ofANumber_isCanonicalOrRejected(LongFormat format) {
        for (long number : new long[] {SAMPLE.getLeastSignificantBits(), -1, -2}) {
            assertEveryMutation(
                    format,
                    format.alphabet(),
                    format.format(number),
                    text -> format.format(format.parse(text)),
                    text -> format.tryParse(text).isPresent());
        }
    }

    private static void assertEveryMutation(
            Enum<?> format,
            String alphabet,
            String text,
            Function<String, String> parseAndFormat,
            Predicate<String> tryParse) {
        // On a thread of its own, because a million refusals take the stack trace of where they are, and JUnit's is
        // deep.
        CompletableFuture.runAsync(
                        () -> assertEachMutation(format, alphabet, text, parseAndFormat, tryParse),
                        task -> new Thread(task).start())
                .join();
    }

    private static void assertEachMutation(
            Enum<?> format,
            String alphabet,
            String text,
            Function<String, String> parseAndFormat,
            Predicate<String> tryParse) {
        StringBuilder mutated = new StringBuilder(text);
        for (int at = 0; at < text.length(); at++) {
            for (int c = 0; c < 0x200; c++) {
                mutated.setCharAt(at, (char) c);
                assertRefusedOrTextOfAnother(format, alphabet, mutated.toString(), at, parseAndFormat, tryParse);
            }
            for (int high = 0x200; high <= 0xff00; high += 0x100) {
                mutated.setCharAt(at, (char) (high | text.charAt(at)));
                assertRefusedOrTextOfAnother(format, alphabet, mutated.toString(), at, parseAndFormat, tryParse);
            }
            mutated.setCharAt(at, text.charAt(at));
        }
    }

    private static void assertRefusedOrTextOfAnother(
            Enum<?> format,
            String alphabet,
            String mutated,
            int at,
            Function<String, String> parseAndFormat,
            Predicate<String> tryParse) {
        boolean read;
        try {
            if (!parseAndFormat.apply(mutated).equals(mutated)) {
                throw new AssertionError(format + " took " + mutated + " for " + parseAndFormat.apply(mutated));
            }
            read = true;
        } catch (InvalidIdException refusal) {
            read = false;
            Oracle.assertWellSaid(refusal, format, mutated.length());
            if (refusal.reason() != InvalidIdReason.OVERFLOW) {
                if (refusal.position().orElse(-1) != at) {
                    throw new AssertionError("changed at " + at + ": " + mutated, refusal);
                }
            } else if (alphabet.indexOf(mutated.charAt(at)) < 0) {
                throw new AssertionError("an overflow of no digit: " + mutated, refusal);
            }
        }
        if (tryParse.test(mutated) != read) {
            throw new AssertionError(format + ".tryParse does not agree with parse on " + mutated);
        }
    }
}
