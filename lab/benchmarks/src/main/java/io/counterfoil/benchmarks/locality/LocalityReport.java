package io.counterfoil.benchmarks.locality;

import io.counterfoil.benchmarks.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Formats the results as Markdown, CSV and a chart. */
final class LocalityReport {

    private static final double MEGABYTE = 1 << 20;

    private final Plan plan;
    private final List<Sample> samples;
    private final List<LookUps.Findings> recent;
    private final List<LookUps.Findings> all;

    LocalityReport(Plan plan, List<Sample> samples, List<LookUps.Findings> recent, List<LookUps.Findings> all) {
        this.plan = plan;
        this.samples = List.copyOf(samples);
        this.recent = List.copyOf(recent);
        this.all = List.copyOf(all);
    }

    /** The tables, after a line with the machine and the setup. */
    String markdown(String machine, String server) {
        StringBuilder text = new StringBuilder(
                "%s. PostgreSQL %s, `shared_buffers` %d MB. ".formatted(machine, server, plan.buffers() * 8 / 1024));
        text.append(
                "%,d rows in each table, which represent %d days, %,d a day; chunks of %,d; %d connections, %d rows a transaction.%n"
                        .formatted(
                                plan.rows(),
                                plan.span().toDays(),
                                plan.rows() / Math.max(1, plan.span().toDays()),
                                plan.rowsAfter(1),
                                plan.connections(),
                                plan.batch()));
        inserts(text);
        growth(text, "Leaf density of the index, %", Sample::leafDensity);
        growth(text, "Thousand rows inserted a second", sample -> sample.rate() / 1000);
        lookUps(text);
        return text.toString();
    }

    private void inserts(StringBuilder text) {
        text.append("""

                ### Inserts into the largest third of the table

                | key | thousand rows/s | ÷ bigserial | index, MB | leaf density, % | index pages read per 1000 rows | hit in `shared_buffers`, % | WAL records, bytes/row | full-page images, bytes/row | of both, the index |
                |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
                """);
        for (KeyKind kind : KeyKind.values()) {
            List<Sample> late = late(kind);
            Sample last = late.get(late.size() - 1);
            Spread rate = spread(late, sample -> sample.rate() / 1000);
            text.append("| %s | %s (%s–%s) | %s | %s | %.1f | %s | %.1f | %.0f | %.0f | %.0f |%n"
                    .formatted(
                            kind.title(),
                            Spread.figure(rate.median()),
                            Spread.figure(rate.min()),
                            Spread.figure(rate.max()),
                            ratioToBigserial(kind).asRatio(),
                            Spread.figure(last.indexBytes() / MEGABYTE),
                            last.leafDensity(),
                            Spread.figure(median(late, Sample::indexReadsPerThousand)),
                            100 * median(late, Sample::hitRatio),
                            median(late, sample -> (double) sample.walRecords() / sample.chunk()),
                            median(late, sample -> (double) sample.walImages() / sample.chunk()),
                            median(late, sample -> (double) sample.walOfIndex() / sample.chunk())));
        }
    }

    private void growth(StringBuilder text, String title, ToDoubleFunction<Sample> value) {
        List<Integer> rounds = milestones();
        text.append("\n### ").append(title).append("\n\n| rows |");
        rounds.forEach(round -> text.append(" %,d |".formatted(plan.rowsAfter(round))));
        text.append("\n|---|").append("--:|".repeat(rounds.size())).append('\n');
        for (KeyKind kind : KeyKind.values()) {
            text.append("| ").append(kind.title()).append(" |");
            for (int round : rounds) {
                Sample sample = of(kind).get(round - 1);
                text.append(String.format(Locale.ROOT, " %.1f |", value.applyAsDouble(sample)));
            }
            text.append('\n');
        }
    }

    private void lookUps(StringBuilder text) {
        text.append("""

                ### Look-ups by key, one at a time

                Microseconds, and pages that were not in `shared_buffers`; %,d look-ups in each table of the last 1 %% of the rows, and as many of all rows.

                | key | recent: p50 | p99 | index pages read | table pages read | all: p50 | p99 | index pages read | table pages read |
                |---|--:|--:|--:|--:|--:|--:|--:|--:|
                """.formatted(plan.lookUps()));
        for (KeyKind kind : KeyKind.values()) {
            text.append("| %s |%s%s%n".formatted(kind.title(), cells(of(kind, recent)), cells(of(kind, all))));
        }
    }

    private static LookUps.Findings of(KeyKind kind, List<LookUps.Findings> findings) {
        return findings.stream().filter(one -> one.kind() == kind).findFirst().orElseThrow();
    }

    private static String cells(LookUps.Findings found) {
        return String.format(
                Locale.ROOT,
                " %.0f | %.0f | %.2f | %.2f |",
                found.median(),
                found.p99(),
                found.indexReads(),
                found.tableReads());
    }

    /** All samples, one per line. */
    String csv() {
        StringBuilder text = new StringBuilder("key,round,rows,chunk,seconds,wal_records,wal_images,wal_of_index,"
                + "index_reads,index_hits,index_bytes,leaf_density\n");
        for (Sample one : samples) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%d,%.3f,%d,%d,%d,%d,%d,%d,%.2f%n",
                    one.kind().table(),
                    one.round(),
                    one.rows(),
                    one.chunk(),
                    one.seconds(),
                    one.walRecords(),
                    one.walImages(),
                    one.walOfIndex(),
                    one.indexReads(),
                    one.indexHits(),
                    one.indexBytes(),
                    one.leafDensity()));
        }
        return text.toString();
    }

    /** Four panels over the number of rows. */
    String svg() {
        return new Chart(
                        "Primary keys on PostgreSQL, as the table grows",
                        "rows, millions",
                        marks(),
                        List.of(
                                panel("Rows inserted a second, thousands", sample -> sample.rate() / 1000),
                                panel("WAL, bytes a row", Sample::walPerRow),
                                panel("Index pages read per 1000 rows inserted", Sample::indexReadsPerThousand),
                                panel(
                                        "Index size, bytes a row",
                                        sample -> (double) sample.indexBytes() / sample.rows())))
                .svg();
    }

    private List<Chart.Mark> marks() {
        double rowsOfADay = (double) plan.rows() / plan.span().toDays();
        List<Chart.Mark> marks = new ArrayList<>();
        if (plan.span().compareTo(SimulatedClock.BEFORE_WRAP) > 0) {
            marks.add(new Chart.Mark(SimulatedClock.BEFORE_WRAP.toDays() * rowsOfADay / 1e6, "prefix wraps"));
        }
        if (plan.span().compareTo(SimulatedClock.BEFORE_REPEAT) > 0) {
            double days = SimulatedClock.BEFORE_REPEAT.toMinutes() / 1440.0;
            marks.add(new Chart.Mark(days * rowsOfADay / 1e6, "prefixes repeat"));
        }
        return marks;
    }

    private Chart.Panel panel(String title, ToDoubleFunction<Sample> value) {
        List<Chart.Line> lines = new ArrayList<>();
        for (KeyKind kind : KeyKind.values()) {
            lines.add(new Chart.Line(
                    kind.title(),
                    of(kind).stream()
                            .map(sample -> new Chart.Point(sample.rows() / 1e6, value.applyAsDouble(sample)))
                            .toList()));
        }
        return new Chart.Panel(title, lines);
    }

    private Spread ratioToBigserial(KeyKind kind) {
        List<Sample> these = late(kind);
        List<Sample> those = late(KeyKind.BIGSERIAL);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < these.size(); i++) {
            ratios.add(these.get(i).rate() / those.get(i).rate());
        }
        return Spread.of(ratios);
    }

    private List<Sample> of(KeyKind kind) {
        return samples.stream().filter(sample -> sample.kind() == kind).toList();
    }

    private List<Sample> late(KeyKind kind) {
        List<Sample> all = of(kind);
        return all.subList(all.size() - Math.max(1, all.size() / 3), all.size());
    }

    private List<Integer> milestones() {
        List<Integer> rounds = new ArrayList<>();
        int count = Math.min(6, plan.rounds());
        for (int i = 1; i <= count; i++) {
            rounds.add(plan.rounds() * i / count);
        }
        return rounds;
    }

    private static Spread spread(List<Sample> of, ToDoubleFunction<Sample> value) {
        return Spread.of(of.stream().mapToDouble(value).boxed().toList());
    }

    private static double median(List<Sample> of, ToDoubleFunction<Sample> value) {
        return spread(of, value).median();
    }
}
