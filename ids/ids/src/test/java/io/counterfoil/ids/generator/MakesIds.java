package io.counterfoil.ids.generator;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/**
 * A process that makes ids, by a clock that may be ahead, until others make them too, and for so many more. It writes each hundredth down with the clock
 * before and after.
 */
public final class MakesIds {

    /** More than two milliseconds have room for, so that the last one is of a later millisecond than the notice. */
    private static final int MORE = 1 << 19;

    private MakesIds() {}

    /** Takes the file to write, and how many milliseconds the clock of the ids is ahead of the machine's; starts at a byte on the standard input, and a second one says that others do. */
    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        if (System.in.read() < 0) {
            return;
        }
        Duration ahead = Duration.ofMillis(Long.parseLong(arguments[1]));
        UuidGenerator ids = ahead.isZero()
                ? UuidV7.shared()
                : UuidV7.generator(
                        UuidOrder.PROCESS_WIDE, Clock.offset(Clock.systemUTC(), ahead), SecureEntropy.shared());
        try (BufferedWriter out = Files.newBufferedWriter(Path.of(arguments[0]))) {
            long end = Long.MAX_VALUE;
            for (long i = 0; i <= end; i++) {
                long before = System.currentTimeMillis();
                UUID id = ids.generate();
                long after = System.currentTimeMillis();
                if (i % 100 == 0) {
                    out.write(before + " " + id + " " + after + "\n");
                    if (end == Long.MAX_VALUE && System.in.available() > 0) {
                        end = i + MORE;
                    }
                }
                if (i == 0) {
                    System.out.println("begun");
                }
            }
        }
    }
}
