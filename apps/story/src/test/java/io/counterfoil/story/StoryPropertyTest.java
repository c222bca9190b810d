package io.counterfoil.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.log.Ids;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.Scan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Random units of work are written to several logs; the story that is read equals the story that was written. */
@Tag("CO-11")
class StoryPropertyTest {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    /** A written line. */
    private record Written(int millis, String id, String message, String extraName, String extraId) {

        boolean isLink() {
            return !extraId.isEmpty();
        }

        boolean isBare() {
            return isLink() && !message.startsWith("Repla");
        }
    }

    /** Everything that is written. */
    private record Forest(List<Written> lines, Set<List<String>> links, List<String> ids, long seed) {

        static Forest grow(Random random) {
            List<Written> lines = new ArrayList<>();
            Set<List<String>> links = new HashSet<>();
            List<String> ids = new ArrayList<>();
            int millis = 0;
            int steps = 5 + random.nextInt(60);
            for (int step = 0; step < steps; step++) {
                millis += random.nextInt(50);
                int what = ids.isEmpty() ? 0 : random.nextInt(10);
                String any = ids.isEmpty() ? "" : ids.get(random.nextInt(ids.size()));
                if (what == 0) {
                    ids.add("w" + random.nextInt(30));
                } else if (what <= 3) {
                    String child = any + "." + (1 + random.nextInt(12));
                    if (Ids.isId(child)) {
                        ids.add(child);
                    }
                } else if (what == 4) {
                    String other =
                            random.nextBoolean() ? "r" + random.nextInt(30) : ids.get(random.nextInt(ids.size()));
                    if (!other.equals(any)) {
                        ids.add(other);
                        links.add(List.of(any, other));
                        boolean first = random.nextInt(5) != 0;
                        // Replacements as other programs may log them.
                        boolean bare = random.nextInt(6) == 0;
                        if (first) {
                            String message = bare ? "continuing" : "Replacing correlation id";
                            lines.add(new Written(millis, any, message, "new_corr_id", other));
                        }
                        if (!first || random.nextInt(5) != 0) {
                            String message = bare ? "continued" : "Replaced correlation id";
                            lines.add(new Written(millis, other, message, "old_corr_id", any));
                        }
                    }
                }
                String id = ids.get(random.nextInt(ids.size()));
                lines.add(new Written(millis, id, "m" + step, "", ""));
            }
            return new Forest(lines, links, ids, random.nextLong());
        }

        /**
         * The IDs of the story by its definition, regardless of time. Without a message, a replacement counts only if
         * it names the requested ID.
         */
        Set<String> heads(String requestedId) {
            Set<List<String>> known = new HashSet<>();
            for (Written line : lines) {
                if (line.isLink()
                        && (!line.isBare() || within(line.id(), requestedId) || within(line.extraId(), requestedId))) {
                    known.add(List.of(line.id(), line.extraId()));
                }
            }
            Set<String> heads = new TreeSet<>(Set.of(requestedId));
            boolean more = true;
            while (more) {
                more = false;
                for (List<String> link : known) {
                    for (int end = 0; end < 2; end++) {
                        String one = link.get(end);
                        if (heads.stream().anyMatch(head -> within(one, head))) {
                            more |= heads.add(link.get(1 - end));
                        }
                    }
                }
            }
            return heads;
        }

        static boolean within(String id, String head) {
            return id.equals(head) || id.startsWith(head + ".");
        }
    }

    @Property(tries = 150)
    void storyRead_isTheStoryWritten(@ForAll("forests") Forest forest) throws IOException {
        Random random = new Random(forest.seed());
        String requestedId = forest.ids().get(random.nextInt(forest.ids().size()));
        Set<String> heads = forest.heads(requestedId);
        List<Written> expected = forest.lines().stream()
                .filter(line -> heads.stream().anyMatch(head -> Forest.within(line.id(), head)))
                .toList();

        Story story = read(forest, requestedId, random);

        List<Unit> units = story.units().toList();
        assertThat(units.stream().flatMap(unit -> unit.lines().stream().map(line -> unit.id() + " " + text(line))))
                .containsExactlyInAnyOrderElementsOf(expected.stream()
                        .map(line -> line.id() + " " + line.message())
                        .toList());
        assertThat(story.links().stream().map(link -> List.of(link.from(), link.to())))
                .containsExactlyInAnyOrderElementsOf(forest.links().stream()
                        .filter(link -> link.stream()
                                .allMatch(end -> heads.stream().anyMatch(head -> Forest.within(end, head))))
                        .toList());
        assertThat(story.notes().stream()
                        .anyMatch(note -> note.text().startsWith("lines without a replacement message name ")))
                .isEqualTo(expected.stream()
                        .anyMatch(line -> line.isLink()
                                && heads.stream().noneMatch(head -> Forest.within(line.extraId(), head))));
        for (Unit unit : units) {
            assertThat(unit.lines())
                    .isSortedAccordingTo(
                            Comparator.comparing(line -> line.time().orElseThrow()));
            assertThat(unit.children()).allMatch(child -> child.id().startsWith(unit.id() + "."));
            List<Unit> below = unit.withDescendants().toList();
            Stream<Instant> times = below.stream()
                    .flatMap(one -> one.lines().stream())
                    .map(line -> line.time().orElseThrow());
            assertThat(unit.span().map(Span::first)).isEqualTo(times.min(Comparator.naturalOrder()));
            for (Unit child : unit.children()) {
                assertThat(unit.children())
                        .filteredOn(other -> !other.equals(child))
                        .noneMatch(other -> other.id().startsWith(child.id() + "."));
            }
        }
        assertThat(story.notes()).allMatch(note -> note.kind() == Note.Kind.ODD);
        assertThat(units.stream().map(Unit::id)).doesNotHaveDuplicates();
        assertThat(story.reading().passes()).isLessThanOrEqualTo(2);
    }

    /** A text log has the other ID in the message. */
    private static String text(Line line) {
        int bracket = line.message().indexOf(" [");
        return bracket < 0 ? line.message() : line.message().substring(0, bracket);
    }

    @Provide
    Arbitrary<Forest> forests() {
        return Arbitraries.randomValue(Forest::grow);
    }

    private static Story read(Forest forest, String requestedId, Random random) throws IOException {
        Path directory = Files.createTempDirectory("counterfoil-forest-");
        List<Path> files = new ArrayList<>();
        try {
            List<Written> shuffled = new ArrayList<>(forest.lines());
            Collections.shuffle(shuffled, random);
            int count = 1 + random.nextInt(4);
            List<LogSource> sources = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                StringBuilder text = new StringBuilder();
                for (int line = i; line < shuffled.size(); line += count) {
                    text.append(wrapped(text(shuffled.get(line), random), random))
                            .append('\n');
                }
                Path file = directory.resolve("service-" + i + ".log");
                files.add(file);
                try (OutputStream out = random.nextInt(4) == 0
                        ? new GZIPOutputStream(Files.newOutputStream(file))
                        : Files.newOutputStream(file)) {
                    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
                }
                sources.add(LogSource.of(i, file.toString(), file));
            }
            try (Scan scan = new Scan(sources, 2, false)) {
                return new StoryReader(requestedId, Limits.DEFAULT, Duration.ofSeconds(1), () -> ZoneOffset.UTC)
                        .read(scan);
            }
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(directory);
        }
    }

    private static String wrapped(String line, Random random) {
        return switch (random.nextInt(8)) {
            case 0 ->
                "{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"2026-03-01T12:00:00Z\"}"
                        .formatted(line.replace("\"", "\\\""));
            case 1 -> "2026-03-01T12:00:00.000000000Z stdout F " + line;
            case 2 -> "shop-1  | " + line;
            case 3 ->
                "{\"%s\":\"%s\",\"labels\":{}}"
                        .formatted(line.startsWith("{") ? "message" : "line", line.replace("\"", "\\\""));
            default -> line;
        };
    }

    private static String text(Written line, Random random) {
        Instant time = START.plusMillis(line.millis());
        boolean extra = !line.extraId().isEmpty();
        return switch (random.nextInt(4)) {
            case 0 ->
                "%s  INFO 1 --- [app] [main] a.B : %s [corr_id=%s]%s"
                        .formatted(
                                time,
                                line.message(),
                                line.id(),
                                extra ? " [%s=%s]".formatted(line.extraName(), line.extraId()) : "");
            case 1 ->
                "{\"@timestamp\":\"%s\",\"message\":\"%s\",\"corr_id\":\"%s\"%s}"
                        .formatted(
                                time,
                                line.message(),
                                line.id(),
                                extra ? ",\"%s\":\"%s\"".formatted(line.extraName(), line.extraId()) : "");
            case 2 ->
                "{\"version\":\"1.1\",\"short_message\":\"%s\",\"timestamp\":%s.%s,\"level\":6%s,\"_corr_id\":\"%s\"}"
                        .formatted(
                                line.message(),
                                time.getEpochSecond(),
                                Integer.toString(1_000 + time.getNano() / 1_000_000)
                                        .substring(1),
                                extra ? ",\"_%s\":\"%s\"".formatted(line.extraName(), line.extraId()) : "",
                                line.id());
            default ->
                "{\"timestamp\":%s,\"level\":\"INFO\",\"mdc\":{\"corr_id\": \"%s\"},\"formattedMessage\":\"%s\",\"kvpList\":[%s]}"
                        .formatted(
                                time.toEpochMilli(),
                                line.id(),
                                line.message(),
                                extra ? "{\"%s\":\"%s\"}".formatted(line.extraName(), line.extraId()) : "");
        };
    }
}
