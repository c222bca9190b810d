package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** Clocks that freeze, jump and step back, in scripts that nobody thought of. */
@Tag("TI-1")
class ClockScriptPropertyTest {

    /** The clock moves, and then some ids are made. */
    record Step(long millis, int ids) {}

    @Property(tries = 300)
    void orderedIds_onAnyClock_ascend(
            @ForAll("scripts") List<Step> script,
            @ForAll boolean perThread,
            @ForAll boolean inBatches,
            @ForAll Random random) {
        AtomicLong millis = new AtomicLong(1_700_000_000_000L);
        InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
        TimeOrderedGenerator generator =
                UuidV7.generator(perThread ? UuidOrder.PER_THREAD : UuidOrder.PROCESS_WIDE, clock, random);
        List<UUID> ids = new ArrayList<>();
        long latest = 0;

        for (Step step : script) {
            millis.addAndGet(step.millis());
            latest = step.ids() > 0 ? Math.max(latest, millis.get()) : latest;
            for (UUID id : make(generator, step.ids(), inBatches)) {
                ids.add(id);
                // Held or borrowed, never behind the latest reading, and ahead of it by what the number of ids
                // explains.
                long made = UuidV7.instantOf(id).toEpochMilli();
                if (made < latest || made > latest + 1 + ids.size() / (1 << 17)) {
                    throw new AssertionError("id " + ids.size() + " is of " + made + ", the clock's latest " + latest);
                }
            }
            assertThat(generator.lead().toMillis())
                    .isEqualTo(Math.max(0, lastMillis(ids, millis.get()) - millis.get()));
        }

        Ascending.assertAscending(ids);
    }

    private static UUID[] make(TimeOrderedGenerator generator, int count, boolean inOneBatch) {
        if (inOneBatch) {
            return generator.generate(count);
        }
        UUID[] ids = new UUID[count];
        for (int i = 0; i < count; i++) {
            ids[i] = generator.generate();
        }
        return ids;
    }

    private static long lastMillis(List<UUID> ids, long otherwise) {
        return ids.isEmpty()
                ? otherwise
                : UuidV7.instantOf(ids.get(ids.size() - 1)).toEpochMilli();
    }

    @Provide
    Arbitrary<List<Step>> scripts() {
        Arbitrary<Long> moves = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(0L)),
                Tuple.of(4, Arbitraries.just(1L)),
                Tuple.of(2, Arbitraries.longs().between(-50, 50)),
                Tuple.of(1, Arbitraries.longs().between(-86_400_000, 86_400_000)));
        Arbitrary<Integer> ids = Arbitraries.frequencyOf(
                Tuple.of(20, Arbitraries.integers().between(0, 20)),
                Tuple.of(1, Arbitraries.integers().between(1, 40_000)));
        return Combinators.combine(moves, ids).as(Step::new).list().ofMinSize(1).ofMaxSize(30);
    }
}
