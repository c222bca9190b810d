package io.counterfoil.ledger.demo;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One run: opens new ledgers, lets clients send transfers through an unreliable network while the service may be
 * killed, and then audits every transfer over a direct connection.
 *
 * @param transfers the minimum number; clients send further ones until all kills are done
 * @param clients the number of concurrent clients
 * @param seed seed of the transfers, the faults and the kills
 */
record Demo(int transfers, int clients, long seed) {

    /** Few enough that clients contend for one ledger, and several so that they do not all wait for each other. */
    private static final int LEDGERS = 4;

    private static final long OPENING_DEPOSIT = 500;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final long STOP_LIMIT_SECONDS = 60;

    /** Covers the restart of the service on a slow machine. */
    private static final RetryPolicy POLICY = RetryPolicy.DEFAULT
            .withMaxAttempts(RetryPolicy.MOST_ATTEMPTS)
            .withBudget(Duration.ofMinutes(10))
            .withBackoff(Duration.ofMillis(10), Duration.ofMillis(250));

    /**
     * Runs.
     *
     * @param service the service's address, which its restarts keep
     * @param watch starts the progress display, once the service has answered
     * @throws LaunchException when the service does not answer, or does not answer as a ledger
     */
    Report run(URI service, Killer killer, Supplier<Progress> watch) throws InterruptedException {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_LIMIT)
                .build();
        LedgerApi api = new LedgerApi(http, service);
        String run = "demo-" + UuidV7.next();
        List<String> ledgers = new ArrayList<>();
        for (int i = 0; i < LEDGERS; i++) {
            ledgers.add(api.open(run + "-ledger-" + i, OPENING_DEPOSIT));
        }
        AttemptCount count = new AttemptCount();
        Map<Fault.Kind, Long> faults;
        Traffic traffic;
        Duration duration;
        try (FaultyChannel channel = open(service);
                Progress progress = watch.get()) {
            Transfers sequence = new Transfers(run, ledgers, seed, transfers, killer::isAtWork);
            traffic = new Traffic(
                    IdempotentClient.builder()
                            .httpClient(http)
                            .retryPolicy(POLICY)
                            .attemptListener(count)
                            .build(),
                    path -> channel.uri(pathOf(service) + path),
                    sequence,
                    progress);
            long start = System.nanoTime();
            together(traffic, sequence, killer);
            traffic.resolve();
            duration = Duration.ofNanos(System.nanoTime() - start);
            faults = happened(channel);
        }
        List<String> unexplained = traffic.told().stream()
                .filter(told -> told.kind() == TransferOutcome.Kind.UNKNOWN)
                .map(TransferOutcome::detail)
                .toList();
        return new Report(
                audit(api, ledgers, traffic.told()),
                count.attempts(),
                count.duplicates(),
                faults,
                killer.done(),
                duration,
                unexplained,
                count.hardestWork());
    }

    /** Seven of ten exchanges have no fault. */
    private FaultPlan faults() {
        return FaultPlan.random(
                seed,
                Fault.loseRequest().at(0.08),
                Fault.loseResponse().at(0.08),
                Fault.truncateResponse(20).at(0.04),
                Fault.truncateResponse(400).at(0.04),
                Fault.delayResponse(Duration.ofMillis(30)).at(0.06));
    }

    private FaultyChannel open(URI service) {
        try {
            int port = service.getPort();
            return FaultyChannel.open(service.getHost(), port < 0 ? 80 : port, faults());
        } catch (IOException e) {
            throw new LaunchException("no connection to %s: %s".formatted(service, e), e);
        }
    }

    private static String pathOf(URI service) {
        return service.getRawPath().replaceFirst("/+$", "");
    }

    /** Runs the clients and the killer until all have finished, or one of them fails. */
    private void together(Traffic traffic, Transfers sequence, Killer killer) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(clients + 1);
        try {
            CompletionService<Object> ended = new ExecutorCompletionService<>(threads);
            List<Callable<Object>> work = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                work.add(() -> {
                    traffic.send();
                    return traffic;
                });
            }
            work.add(() -> {
                killer.run(sequence);
                return killer;
            });
            work.forEach(ended::submit);
            for (int i = 0; i < work.size(); i++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LaunchException said) {
                throw said;
            }
            throw new IllegalStateException("a part of the demo failed", e.getCause());
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static Audit audit(LedgerApi api, List<String> ledgers, List<TransferOutcome> told)
            throws InterruptedException {
        List<Effect> effects = new ArrayList<>();
        long balance = 0;
        for (String ledger : ledgers) {
            effects.addAll(api.effects(ledger));
            balance += api.balance(ledger);
        }
        return Audit.of(told, effects, LEDGERS * OPENING_DEPOSIT, balance);
    }

    private static Map<Fault.Kind, Long> happened(FaultyChannel channel) {
        Map<Fault.Kind, Long> happened = new EnumMap<>(Fault.Kind.class);
        for (Fault.Kind kind : Fault.Kind.values()) {
            happened.put(kind, channel.happened(kind));
        }
        return happened;
    }
}
