package io.counterfoil.testkit.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.retry.journal.JournalField;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of every {@link Journal}. A subclass provides the journal; each test gets an empty one.
 *
 * <p>{@link KilledProcesses} tests the state after a crash.
 */
@Timeout(600)
@Tag("RC-1")
public abstract class JournalContract {

    private static final URI PAYMENTS = URI.create("https://payments.example/v1/payments");
    private static final int THREADS = 8;
    private static final int EACH = 25;

    private final Entries entries = new Entries();

    /** {@return the journal under test, initially empty; the same object until {@link #successor} is called} */
    protected abstract Journal journal();

    /**
     * {@return the same journal, opened by the next process after all processes that had it open have ended and the journal has detected
     * that} From then on {@link #journal} returns it.
     */
    protected abstract Journal successor();

    @Test
    void opened_isHeldByTheOpener() {
        journal().open(entries.entry("a"));

        assertThat(journal().pending(10)).isEmpty();
    }

    @Test
    void opened_afterTheOpenerHasEnded_isPending() {
        JournalEntry entry = entries.entry("a");
        journal().open(entry);

        assertThat(successor().pending(10)).containsExactly(entry);
    }

    @Test
    void entryWithEveryPart_isReturnedUnchanged() {
        byte[] body = new byte[1 << 20];
        new Random(7).nextBytes(body);
        List<JournalField> headers = List.of(
                new JournalField("Content-Type", "application/octet-stream"),
                new JournalField("X-Note", ""),
                new JournalField("x-note", "Grüße, \"zwei\"; \uD83D\uDE00"));
        JournalEntry entry = new JournalEntry(
                new RequestId("Über/\uD83D\uDE00 \"key\" '--"),
                false,
                "PATCH",
                URI.create("http://[::1]:8080/v1/orders/%C3%BC?q=%25&r=1#f"),
                headers,
                body,
                "a_-Z09zz",
                Instant.parse("1969-12-31T23:59:59.999999Z"));
        journal().open(entry);

        assertThat(successor().pending(10)).containsExactly(entry);
    }

    @Test
    void minimalEntry_isReturnedUnchanged() {
        JournalEntry entry = entries.entry("a", "DELETE", PAYMENTS, List.of(), new byte[0]);
        journal().open(entry);

        assertThat(successor().pending(10)).containsExactly(entry);
    }

    @Test
    void time_isKeptToTheMicrosecond() {
        JournalEntry entry = new JournalEntry(
                new RequestId("a"),
                true,
                "POST",
                PAYMENTS,
                List.of(),
                new byte[0],
                "",
                Instant.parse("2026-03-01T12:00:00.123456789Z"));
        journal().open(entry);

        assertThat(successor().pending(10))
                .extracting(JournalEntry::openedAt)
                .containsExactly(Instant.parse("2026-03-01T12:00:00.123456Z"));
    }

    @Test
    void settled_isRemoved() {
        journal().open(entries.entry("a"));
        JournalEntry other = entries.entry("b");
        journal().open(other);

        journal().settle(new RequestId("a"));

        assertThat(successor().pending(10)).containsExactly(other);
    }

    @Test
    void settled_afterItWasReturned_isRemoved() {
        journal().open(entries.entry("a"));
        successor().pending(10);

        journal().settle(new RequestId("a"));

        assertThat(successor().pending(10)).isEmpty();
    }

    @Test
    void settledAndOpenedAgain_isKept() {
        journal().open(entries.entry("a"));
        journal().settle(new RequestId("a"));
        JournalEntry again = entries.entry("a");
        journal().open(again);

        assertThat(successor().pending(10)).containsExactly(again);
    }

    @Test
    void unknownRequestId_isIgnored() {
        JournalEntry entry = entries.entry("a");
        journal().open(entry);

        assertThatCode(() -> {
                    journal().settle(new RequestId("b"));
                    journal().release(new RequestId("b"));
                })
                .doesNotThrowAnyException();
        assertThat(successor().pending(10)).containsExactly(entry);
    }

    @Test
    void released_isPendingAgain() {
        JournalEntry entry = entries.entry("a");
        journal().open(entry);

        journal().release(entry.requestId());

        assertThat(journal().pending(10)).containsExactly(entry);
        assertThat(journal().pending(10)).isEmpty();
        journal().release(entry.requestId());
        assertThat(journal().pending(10)).containsExactly(entry);
    }

    @Test
    void openedAgain_isHeldAgain_andUnchanged() {
        JournalEntry first = entries.entry("a", "POST", PAYMENTS, "first");
        journal().open(first);
        journal().release(first.requestId());

        journal().open(entries.entry("a", "POST", PAYMENTS, "second"));

        assertThat(journal().pending(10)).isEmpty();
        assertThat(successor().pending(10)).containsExactly(first);
    }

    @Test
    void requestIdOfAnotherRequest_isRejected_andTheFirstStays() {
        JournalEntry first = entries.entry("a", "POST", PAYMENTS, "first");
        journal().open(first);

        for (JournalEntry other : List.of(
                entries.entry("a", "PUT", PAYMENTS, "first"),
                entries.entry("a", "POST", PAYMENTS.resolve("/v1/refunds"), "first"))) {
            assertThatThrownBy(() -> journal().open(other))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("another");
        }

        assertThat(successor().pending(10)).containsExactly(first);
    }

    @Test
    void requestIds_areComparedByteByByte() {
        List<JournalEntry> all = IntStream.range(0, 6)
                .mapToObj(i -> List.of("key", "KEY", "key ", "k\u00e9y", "ke\u0301y", "k\u00c9y")
                        .get(i))
                .map(entries::entry)
                .toList();
        all.forEach(journal()::open);

        assertThat(successor().pending(10)).containsExactlyElementsOf(all);
        journal().settle(new RequestId("key"));
        assertThat(successor().pending(10)).containsExactlyElementsOf(all.subList(1, 6));
    }

    @Test
    void pending_returnsTheOldestFirst_andEachOnce() {
        List<JournalEntry> all = IntStream.range(0, 7)
                .mapToObj(i -> entries.entry("key-" + (9 - i)))
                .toList();
        all.forEach(journal()::open);
        Journal successor = successor();

        assertThat(successor.pending(3)).containsExactlyElementsOf(all.subList(0, 3));
        assertThat(successor.pending(1)).containsExactly(all.get(3));
        assertThat(successor.pending(100)).containsExactlyElementsOf(all.subList(4, 7));
        assertThat(successor.pending(100)).isEmpty();
    }

    @Test
    void pending_ofNone_isRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> journal().pending(0))
                .withMessageContaining("0");
    }

    @Test
    void pending_calledByManyThreads_returnsEachEntryOnce() throws Exception {
        int count = THREADS * EACH;
        for (int i = 0; i < count; i++) {
            journal().open(entries.entry("key-" + i));
        }
        Journal successor = successor();

        List<String> given = inThreads(thread -> {
            List<String> ids = new ArrayList<>();
            while (true) {
                List<JournalEntry> some = successor.pending(3);
                if (some.isEmpty()) {
                    return ids;
                }
                some.forEach(entry -> ids.add(entry.requestId().value()));
            }
        });

        assertThat(given).hasSize(count).doesNotHaveDuplicates();
    }

    @Test
    void manyThreads_openAndSettle_leavingOnlyUnsettledEntries() throws Exception {
        List<String> left = inThreads(thread -> {
            List<String> kept = new ArrayList<>();
            for (int i = 0; i < EACH; i++) {
                JournalEntry entry = entries.entry("key-" + thread + "-" + i);
                journal().open(entry);
                if ((thread + i) % 3 == 0) {
                    kept.add(entry.requestId().value());
                } else {
                    journal().settle(entry.requestId());
                }
            }
            return kept;
        });

        assertThat(successor().pending(THREADS * EACH))
                .extracting(entry -> entry.requestId().value())
                .containsExactlyInAnyOrderElementsOf(left);
    }

    @Test
    void sameRequest_openedByManyThreads_isStoredOnce() throws Exception {
        inThreads(thread -> {
            journal().open(entries.entry("a"));
            return List.of();
        });

        assertThat(successor().pending(10)).hasSize(1);
    }

    @Test
    void interruptedThread_opens_withoutBreakingTheJournal() {
        JournalEntry first = entries.entry("a");
        JournalEntry second = entries.entry("b");

        Thread.currentThread().interrupt();
        try {
            journal().open(first);
        } finally {
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        }
        journal().open(second);

        assertThat(successor().pending(10)).containsExactly(first, second);
    }

    /** Runs the work in all threads concurrently, and collects the results. */
    private static List<String> inThreads(Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<List<String>>> all = IntStream.range(0, THREADS)
                    .mapToObj(thread -> (Callable<List<String>>) () -> work.run(thread))
                    .toList();
            List<String> results = new ArrayList<>();
            for (Future<List<String>> result : threads.invokeAll(all, 5, TimeUnit.MINUTES)) {
                results.addAll(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Work {
        List<String> run(int thread) throws Exception;
    }
}
