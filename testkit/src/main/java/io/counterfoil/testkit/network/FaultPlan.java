package io.counterfoil.testkit.network;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides what happens to each exchange of a {@link FaultyChannel}, in the order in which they begin, over all of its
 * connections. Must be thread-safe; the plans made here are.
 */
@FunctionalInterface
public interface FaultPlan {

    /** The fault of the exchange that begins now. */
    Fault next();

    /** Everything passes. */
    static FaultPlan none() {
        return Fault::none;
    }

    /** These faults, one for each exchange; then everything passes. */
    static FaultPlan scripted(Fault... faults) {
        List<Fault> script = List.of(faults);
        AtomicInteger exchanges = new AtomicInteger();
        return () -> {
            int exchange = exchanges.getAndUpdate(n -> Math.min(n + 1, script.size()));
            return exchange < script.size() ? script.get(exchange) : Fault.none();
        };
    }

    /**
     * Each exchange is met by at most one of these faults, by chance. One seed makes one sequence of faults, whatever the
     * machine; which request of several concurrent ones meets which is up to the scheduler.
     *
     * @param seed where the sequence begins
     * @param chances the faults, with probabilities that add up to 1 at the most; what is left over passes
     * @throws IllegalArgumentException when the probabilities add up to more than 1
     */
    static FaultPlan random(long seed, Fault.Chance... chances) {
        List<Fault.Chance> odds = List.of(chances);
        double sum = odds.stream().mapToDouble(Fault.Chance::probability).sum();
        if (sum > 1) {
            throw new IllegalArgumentException("the probabilities add up to " + sum + ", and must not to more than 1");
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
