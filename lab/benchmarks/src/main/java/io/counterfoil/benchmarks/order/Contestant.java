package io.counterfoil.benchmarks.order;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.generator.UuidOrder;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.snowflake.Snowflake;
import java.util.List;
import java.util.UUID;
import org.hibernate.id.uuid.UuidVersion7Strategy;

/**
 * A generator and its promised order. A Snowflake is the upper half of a UUID.
 *
 * @param ours whether a broken promise fails the run
 */
record Contestant(String name, UuidOrder promise, boolean ours, UuidGenerator generator) {

    /** The generators of this library. */
    static List<Contestant> ofThisLibrary() {
        Snowflake snowflake = Snowflake.builder().machineId(1).build();
        return List.of(
                ours("UuidV7, unordered", UuidOrder.UNORDERED, UuidV7.shared(UuidOrder.UNORDERED)),
                ours("UuidV7, per thread", UuidOrder.PER_THREAD, UuidV7.shared(UuidOrder.PER_THREAD)),
                ours("UuidV7, process-wide", UuidOrder.PROCESS_WIDE, UuidV7.shared(UuidOrder.PROCESS_WIDE)),
                ours("Comb, per thread", UuidOrder.PER_THREAD, Comb.shared(UuidOrder.PER_THREAD)),
                ours("Comb, process-wide", UuidOrder.PROCESS_WIDE, Comb.shared(UuidOrder.PROCESS_WIDE)),
                ours("Snowflake", UuidOrder.PROCESS_WIDE, () -> new UUID(snowflake.generate(), 0)));
    }

    /** Peers that are, or are believed to be, ordered over the process. */
    static List<Contestant> peers() {
        TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();
        UuidVersion7Strategy hibernate = new UuidVersion7Strategy();
        return List.of(
                peer("uuid-creator, getTimeOrderedEpoch", UuidCreator::getTimeOrderedEpoch),
                peer("uuid-creator, …EpochPlus1", UuidCreator::getTimeOrderedEpochPlus1),
                peer("JUG, timeBasedEpoch", jug::generate),
                peer("Hibernate, UuidVersion7Strategy", () -> hibernate.generateUuid(null)),
                peer(
                        "ulid-creator, getMonotonicUlid",
                        () -> UlidCreator.getMonotonicUlid().toUuid()));
    }

    private static Contestant ours(String name, UuidOrder promise, UuidGenerator generator) {
        return new Contestant(name, promise, true, generator);
    }

    private static Contestant peer(String name, UuidGenerator generator) {
        return new Contestant(name, UuidOrder.PROCESS_WIDE, false, generator);
    }
}
