package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.load.Effort;
import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Slice;
import io.counterfoil.benchmarks.load.Turns;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests on a large table of records beside those on a small one, and ways to remove its expired records; one table after the other. */
final class SizePart {

    private static final int SMALL = 10_000;
    private static final List<String> REQUESTS =
            List.of("first execution", "replay of a recent record", "replay of any record");

    private final long rows;
    private final long expired;
    private final Effort effort;
    private final PrintWriter out;

    /** @param expired how many of the rows have expired */
    SizePart(long rows, long expired, Effort effort, PrintWriter out) {
        this.rows = rows;
        this.expired = expired;
        this.effort = effort;
        this.out = out;
    }

    /** A way to fill a table, and to remove what has expired. */
    @FunctionalInterface
    private interface Filling {
        PurgePart.Scheme fill(SizedTable table) throws Exception;
    }

    String run(Database database) throws Exception {
        String head = """
                %,d records on each large table, of which %,d have expired, %,d on the small one; %d threads; %d rounds of %.1f s for each, in another order
                each round; medians, and the smallest and largest round. Indexes are built after filling.
                """.formatted(rows, expired, SMALL, threads(), effort.rounds(), seconds(effort.slice()));
        try (Field field = new Field(database, threads() + 1)) {
            return head
                    + part(field, "UUIDv7", SizedKeys.V7, this::plain)
                    + part(field, "random", SizedKeys.RANDOM, this::plain)
                    + part(field, "UUIDv7, partitioned by their time", SizedKeys.V7, this::partitioned);
        }
    }

    private PurgePart.Scheme plain(SizedTable table) throws Exception {
        table.fill();
        return new BatchedDeletes(table.traffic(), filled -> {});
    }

    /** Each round removes one partition, and all rounds what has expired. */
    private PurgePart.Scheme partitioned(SizedTable table) throws Exception {
        int count = Math.toIntExact(Math.max(2, rows * effort.rounds() / Math.max(1, expired)));
        List<String> partitions = table.fillPartitioned(count);
        return new DroppedPartitions(table.traffic(), partitions, effort.slice());
    }

    private String part(Field field, String title, SizedKeys keys, Filling filling) throws Exception {
        SizedTable small = new SizedTable(field.enter(Ours::transactional), keys, SMALL, 0);
        small.fill();
        SizedTable large = new SizedTable(field.enter(Ours::transactional), keys, rows, expired);
        long start = System.nanoTime();
        PurgePart.Scheme scheme = filling.fill(large);
        Duration filled = Duration.ofNanos(System.nanoTime() - start);
        long bytes = large.bytes();
        out.printf("%s: filled in %.0f s, %,d MB%n", title, seconds(filled), bytes >> 20);
        out.flush();
        String requests = requests(title, small, large);
        String removal = new PurgePart(Math.toIntExact(expired), effort, out).run(List.of(scheme));
        // The next table has its room.
        Database.run(large.traffic().pool(), List.of("DROP TABLE counterfoil_record"));
        return "%n### Size: %s%n%nFilled in %.0f s; %,d bytes a record with its indexes.%n%n%s%n%s"
                .formatted(title, seconds(filled), bytes / rows, requests, removal);
    }

    private String requests(String title, SizedTable small, SizedTable large) throws Exception {
        Map<String, Load.Request> requests = new LinkedHashMap<>();
        add(requests, "small", small);
        add(requests, "large", large);
        Measurements found = new Turns(effort, out).run(title, requests);
        small.check();
        large.check();
        int threads = threads();
        StringBuilder text = new StringBuilder("""
                | | per second, small table | large table | ratio | p99: ratio |
                |---|--:|--:|--:|--:|
                """);
        for (String name : REQUESTS) {
            String ofSmall = "small: " + name;
            String ofLarge = "large: " + name;
            text.append("| %s | %,.0f | %,.0f | %s | %s |%n"
                    .formatted(
                            name,
                            found.of(ofSmall, threads, Slice::rate).median(),
                            found.of(ofLarge, threads, Slice::rate).median(),
                            found.ratio(ofLarge, ofSmall, threads, Slice::rate).asPercent(),
                            found.ratio(ofLarge, ofSmall, threads, Slice::p99).asRatio()));
        }
        return text.toString();
    }

    private static void add(Map<String, Load.Request> requests, String name, SizedTable table) {
        List<Load.Request> of = List.of(table::first, table::replayRecent, table::replayAny);
        for (int i = 0; i < of.size(); i++) {
            requests.put(name + ": " + REQUESTS.get(i), of.get(i));
        }
    }

    private int threads() {
        return effort.threads().get(0);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
