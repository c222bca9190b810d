package io.counterfoil.benchmarks.story;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A log of five services, three in Spring Boot's ECS format and two in its text format, merged as by a collector: 200
 * concurrent units of work, each with about 25 lines and child units; one in twenty is replaced. Identical in each run.
 */
final class SyntheticLog {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int UNDER_WAY = 200;
    private static final String[] SERVICES = {"orders", "payments", "stock", "gateway", "mail"};
    private static final String[] LOGGERS = {
        "com.example.orders.OrderService",
        "com.example.http.ClientFilter",
        "com.example.payments.Gateway",
        "org.example.stock.Repository"
    };
    private static final String[] MESSAGES = {
        "Reserving seats for the booking",
        "Order stored",
        "Payment was authorised by the provider after a retry",
        "Calling http://stock.internal:8080/items/4711/reservations",
        "Answered 201 Created",
        "Reading the basket of the customer from the database",
        "Published event order.placed to topic orders, partition 3",
        "Consumed event order.placed from topic orders, partition 3",
        "Cache miss for the price list, reading it again",
        "Transaction committed"
    };

    private final SplittableRandom random = new SplittableRandom(42);
    private final String[] ids = new String[UNDER_WAY];
    private final String[] keys = new String[UNDER_WAY];
    private final int[] children = new int[UNDER_WAY];
    private final StringBuilder lines = new StringBuilder();
    private long millis = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();

    private SyntheticLog() {}

    /**
     * The contents of the log.
     *
     * @param plain the root of a unit in the middle that is not replaced
     * @param replaced the root of one that is replaced
     */
    record Roots(String plain, String replaced) {}

    /** Writes a log of at least this length. */
    static Roots write(Path file, long bytes) throws IOException {
        return new SyntheticLog().writeTo(file, bytes);
    }

    private Roots writeTo(Path file, long bytes) throws IOException {
        for (int unit = 0; unit < UNDER_WAY; unit++) {
            begin(unit);
        }
        String plain = "";
        String replaced = "";
        long written = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            while (written < bytes) {
                lines.setLength(0);
                int unit = random.nextInt(UNDER_WAY);
                int what = random.nextInt(1_000);
                millis += random.nextInt(3);
                if (what < 40) {
                    begin(unit);
                    if (plain.isEmpty() && written > bytes / 2) {
                        plain = ids[unit];
                    }
                } else if (what >= 998) {
                    String old = ids[unit];
                    begin(unit);
                    line(SERVICES[0], "Replacing correlation id", old, "new_corr_id", ids[unit]);
                    line(SERVICES[2], "Replaced correlation id", ids[unit], "old_corr_id", old);
                    if (replaced.isEmpty() && written > bytes / 3) {
                        replaced = old;
                    }
                }
                if (random.nextInt(10) == 0) {
                    children[unit]++;
                }
                String id = children[unit] == 0 ? ids[unit] : ids[unit] + "." + (1 + random.nextInt(children[unit]));
                boolean keyed = random.nextInt(4) == 0;
                line(
                        SERVICES[random.nextInt(SERVICES.length)],
                        MESSAGES[random.nextInt(MESSAGES.length)],
                        id,
                        keyed ? "idempotency_key" : "",
                        keyed ? keys[unit] : "");
                out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
                written += lines.length();
            }
        }
        return new Roots(plain, replaced);
    }

    private void begin(int unit) {
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        ids[unit] = id.toString();
        keys[unit] = new UUID(random.nextLong(), random.nextLong()).toString();
        children[unit] = 0;
    }

    private void line(String service, String message, String id, String name, String value) {
        String logger = LOGGERS[random.nextInt(LOGGERS.length)];
        int thread = 1 + random.nextInt(9);
        Instant time = Instant.ofEpochMilli(millis);
        if (service.equals("stock") || service.equals("mail")) {
            lines.append(time)
                    .append("  INFO 4711 --- [" + service + "] [nio-8080-exec-" + thread + "] " + logger + " : "
                            + message)
                    .append(" [corr_id=" + id + "]")
                    .append(name.isEmpty() ? "\n" : " [" + name + "=" + value + "]\n");
        } else {
            lines.append("{\"@timestamp\":\"" + time + "\",\"log\":{\"level\":\"INFO\",\"logger\":\"" + logger + "\"},")
                    .append("\"process\":{\"pid\":4711,\"thread\":{\"name\":\"http-nio-8080-exec-" + thread + "\"}},")
                    .append("\"service\":{\"name\":\"" + service + "\",\"version\":\"1.4.2\",\"node\":{}},")
                    .append("\"message\":\"" + message + "\",\"corr_id\":\"" + id + "\",")
                    .append(name.isEmpty() ? "" : "\"" + name + "\":\"" + value + "\",")
                    .append("\"ecs\":{\"version\":\"8.11\"}}\n");
        }
    }
}
