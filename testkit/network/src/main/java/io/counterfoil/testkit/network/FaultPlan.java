package io.counterfoil.testkit.network;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses the fault of each exchange of a {@link FaultyChannel}, in the order in which exchanges begin on any of its
 * connections. Implementations must be thread-safe, as those of this interface are.
 */
@FunctionalInterface
public interface FaultPlan {

    /** {@return the fault of the exchange that begins now} */
    Fault next();

    /** {@return a plan without faults} */
    static FaultPlan none() {
        return Fault::none;
    }

    /**
     * {@return a plan of given faults, one per exchange, then none}
     *
     * @param faults in the order of the exchanges
     */
    static FaultPlan scripted(Fault... faults) {
        List<Fault> script = List.of(faults);
        AtomicInteger exchanges = new AtomicInteger();
        return () -> {
            int exchange = exchanges.getAndUpdate(n -> Math.min(n + 1, script.size()));
            return exchange < script.size() ? script.get(exchange) : Fault.none();
        };
    }

    /**
     * {@return a plan of at most one fault per exchange, chosen at random} A seed produces the same sequence of faults on every machine; the
     * scheduler decides which of several concurrent requests each fault affects.
     *
     * @param seed the seed of the sequence
     * @param chances the faults with probabilities that add up to at most 1; the remaining share passes
     * @throws IllegalArgumentException if the probabilities add up to more than 1
     */
    static FaultPlan random(long seed, Fault.Chance... chances) {
        List<Fault.Chance> odds = List.of(chances);
        double sum = odds.stream().mapToDouble(Fault.Chance::probability).sum();
        if (sum > 1) {
            throw new IllegalArgumentException("the probabilities must add up to at most 1, not " + sum);
        }
        SplittableRandom random = new SplittableRandom(seed);
        return () -> {
            double drawn;
            synchronized (random) {
                drawn = random.nextDouble();
            }
            for (Fault.Chance chance : odds) {
                drawn -= chance.probability();
                if (drawn < 0) {
                    return chance.fault();
                }
            }
            return Fault.none();
        };
    }
}
