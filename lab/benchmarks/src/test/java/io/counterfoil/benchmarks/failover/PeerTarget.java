package io.counterfoil.benchmarks.failover;

import io.counterfoil.failover.PostgresCluster;
import io.counterfoil.testkit.failover.Ending;
import io.counterfoil.testkit.failover.LoadTarget;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.sql.DataSource;

/** A peer in two processes, each with a pool of its own on one cluster; it keeps what it has acknowledged, to compare it with the audit. */
final class PeerTarget implements LoadTarget, AutoCloseable {

    private final PostgresCluster cluster;
    private final List<PeerService> services;
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

    PeerTarget(PostgresCluster cluster, Function<DataSource, PeerService> start) {
        this.cluster = cluster;
        this.services = List.of(start.apply(cluster.pool(0)), start.apply(cluster.pool(1)));
    }

    @Override
    public Ending attempt(int service, String intention) throws Exception {
        Ending ending = services.get(service).attempt(intention);
        if (ending instanceof Ending.Acknowledged) {
            acknowledged.add(intention);
        }
        return ending;
    }

    @Override
    public Map<String, Integer> effects() throws IOException, InterruptedException {
        return cluster.effects();
    }

    /** The intentions that were acknowledged by one of the services. */
    Set<String> acknowledged() {
        return acknowledged;
    }

    @Override
    public void close() {
        services.forEach(PeerService::close);
    }
}
