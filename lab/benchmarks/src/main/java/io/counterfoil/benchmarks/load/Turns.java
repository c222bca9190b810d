package io.counterfoil.benchmarks.load;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;

/**
 * Runs contestants in turns: each has one turn per round, in a different order each round. A slowdown of the machine
 * affects all of them, and ratios are computed between slices of one round.
 */
public final class Turns {

    private final Effort effort;
    private final PrintWriter out;
    private final Random order = new Random(1);

    public Turns(Effort effort, PrintWriter out) {
        this.effort = effort;
        this.out = out;
    }

    /** Runs all contestants with each number of threads. A request that throws ends the run. */
    public Measurements run(String title, Map<String, Load.Request> requests)
            throws InterruptedException, ExecutionException {
        Measurements found = new Measurements();
        for (int threads : effort.threads()) {
            try (Load load = new Load(threads)) {
                run(title, threads, requests, load, found);
            }
        }
        return found;
    }

    private void run(String title, int threads, Map<String, Load.Request> requests, Load load, Measurements found)
            throws InterruptedException, ExecutionException {
        List<Map.Entry<String, Load.Request>> turns = new ArrayList<>(new LinkedHashMap<>(requests).entrySet());
        for (Map.Entry<String, Load.Request> turn : turns) {
            named(turn.getKey(), () -> load.run(turn.getValue(), effort.warmUp()));
        }
        for (int round = 1; round <= effort.rounds(); round++) {
            Collections.shuffle(turns, order);
            for (Map.Entry<String, Load.Request> turn : turns) {
                Slice slice = named(turn.getKey(), () -> load.run(turn.getValue(), effort.slice()));
                found.add(turn.getKey(), threads, round, slice);
            }
            out.printf("%s, %d threads, round %d of %d%n", title, threads, round, effort.rounds());
            out.flush();
        }
    }

    @FunctionalInterface
    private interface Running {
        Slice run() throws InterruptedException, ExecutionException;
    }

    private static Slice named(String name, Running running) throws InterruptedException, ExecutionException {
        try {
            return running.run();
        } catch (ExecutionException failed) {
            throw new ExecutionException(name + " failed: " + failed.getCause(), failed);
        }
    }
}
