package printed;

import io.counterfoil.testkit.failover.*;
import java.util.Map;

/** What a reader of docs/internals/topologies.md has. */
class TopologiesReader {

    static class MyCluster implements ReplicatedStore {

        public ReplicatedService service(int number) {
            throw new UnsupportedOperationException();
        }

        public void strike(Strike strike) {}

        public Map<String, Integer> effects() {
            return Map.of();
        }

        public void close() {}
    }
}
