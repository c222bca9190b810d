package io.counterfoil.ledger.demo;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * The sequence of transfers of one run, determined by its seed. The thread scheduler decides which client gets which
 * transfer. Thread-safe.
 */
final class Transfers {

    private static final long LARGEST = 100;
    /** More debits than deposits keep the ledgers near empty, so that some debits are refused. */
    private static final double DEBITS = 0.6;

    private static final double WITH_HEADER_KEY = 1.0 / 3;

    private final String run;
    private final List<String> ledgers;
    private final int wanted;
    private final BooleanSupplier furtherWanted;

    // Guarded by this.
    private final SplittableRandom random;
    private int made;

    /**
     * @param run the name of the run, part of every key
     * @param ledgers the IDs of the ledgers used
     * @param wanted the minimum number of transfers
     * @param furtherWanted whether to continue, evaluated before each further transfer
     */
    Transfers(String run, List<String> ledgers, long seed, int wanted, BooleanSupplier furtherWanted) {
        this.run = run;
        this.ledgers = List.copyOf(ledgers);
        this.wanted = wanted;
        this.furtherWanted = furtherWanted;
        this.random = new SplittableRandom(seed);
    }

    /** The minimum number of transfers. */
    int wanted() {
        return wanted;
    }

    /** Waits until this many have been taken. */
    synchronized void await(long count) throws InterruptedException {
        while (made < count) {
            wait();
        }
    }

    /** The next transfer; empty when the run is over. */
    synchronized Optional<Transfer> next() {
        if (made >= wanted && !furtherWanted.getAsBoolean()) {
            return Optional.empty();
        }
        int intention = made++;
        notifyAll();
        String ledger = ledgers.get(random.nextInt(ledgers.size()));
        long quantity = random.nextLong(1, LARGEST + 1);
        boolean debit = random.nextDouble() < DEBITS;
        boolean keyInHeader = random.nextDouble() < WITH_HEADER_KEY;
        return Optional.of(
                new Transfer(intention, ledger, run + "-" + intention, debit ? -quantity : quantity, keyInHeader));
    }
}
