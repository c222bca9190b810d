package io.counterfoil.benchmarks.engine;

import io.counterfoil.benchmarks.load.Load;
import io.counterfoil.benchmarks.load.Measurements;
import io.counterfoil.benchmarks.load.Turns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests per second: first executions, replays, and mixes of both. */
record Throughput(Turns turns, int keyCount) {

    /** The request of a turn. */
    @FunctionalInterface
    interface Kind {
        void send(Requests requests) throws Exception;
    }

    /** @throws IllegalStateException if a contestant failed {@link Requests#check} afterwards */
    Measurements of(String title, List<Contestant> contestants, Kind kind) throws Exception {
        List<Requests> all = new ArrayList<>();
        Map<String, Load.Request> turn = new LinkedHashMap<>();
        for (Contestant one : contestants) {
            Requests requests = Requests.seeded(one, keyCount);
            all.add(requests);
            turn.put(one.name(), () -> kind.send(requests));
        }
        Measurements found = turns.run(title, turn);
        for (Requests requests : all) {
            requests.check();
        }
        return found;
    }
}
