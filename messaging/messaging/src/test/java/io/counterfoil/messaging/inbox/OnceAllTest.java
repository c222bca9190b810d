package io.counterfoil.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.BatchUndoneException;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that runs once for several messages. */
@Tag("SG-5")
class OnceAllTest {

    private final FailingUnits store = new FailingUnits(new InMemoryStore(InstantSource.system()));
    private final List<List<MessageKey>> runs = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final Inbox inbox = Inbox.builder(Idempotency.on(store))
            .listener(new InboxListener() {
                @Override
                public void processed(MessageKey key) {
                    heard.add(key.id() + " processed");
                }

                @Override
                public void duplicate(MessageKey key) {
                    heard.add(key.id() + " duplicate");
                }
            })
            .build();

    @AfterEach
    void close() {
        inbox.close();
    }

    private static List<MessageKey> keys(String... ids) {
        return Stream.of(ids).map(id -> MessageKey.of("billing", id)).toList();
    }

    private List<Processed> once(String... ids) {
        return inbox.<RuntimeException>onceAll(keys(ids), runs::add);
    }

    @Test
    void newMessages_areHandedOverAtOnce_inOrder() {
        List<Processed> processed = once("a", "b", "c");

        assertThat(runs).containsExactly(keys("a", "b", "c"));
        assertThat(processed).containsOnly(Processed.PROCESSED);
        assertThat(store.units).isOne();
        assertThat(heard).containsExactly("a processed", "b processed", "c processed");
    }

    @Test
    void duplicates_ofBeforeAndInTheList_areLeftOut() {
        once("a", "b");

        List<Processed> processed = once("b", "c", "a", "c", "b");

        assertThat(runs).containsExactly(keys("a", "b"), keys("c"));
        assertThat(processed)
                .containsExactly(
                        Processed.DUPLICATE,
                        Processed.PROCESSED,
                        Processed.DUPLICATE,
                        Processed.DUPLICATE,
                        Processed.DUPLICATE);
        assertThat(heard.subList(2, heard.size()))
                .containsExactly("b duplicate", "c processed", "a duplicate", "c duplicate", "b duplicate");
    }

    @Test
    void messagesInProgressElsewhere_areLeftOut() {
        List<Processed> processed = new ArrayList<>();

        inbox.<RuntimeException>once(keys("a").get(0), () -> processed.addAll(once("a", "b", "a")));

        assertThat(runs).containsExactly(keys("b"));
        assertThat(processed).containsExactly(Processed.IN_FLIGHT, Processed.PROCESSED, Processed.IN_FLIGHT);
    }

    @Test
    void workThatThrows_leavesNoMessageProcessed() {
        assertThatThrownBy(() -> inbox.<RuntimeException>onceAll(keys("a", "b"), all -> {
                    throw new IllegalStateException("no paper");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no paper");

        assertThat(heard).isEmpty();
        assertThat(once("a", "b")).containsOnly(Processed.PROCESSED);
    }

    @Test
    void conflictAtTheCommit_leavesNoMessageProcessed() {
        store.conflicts = 1;

        assertThatThrownBy(() -> once("a", "b")).isInstanceOf(BatchUndoneException.class);

        assertThat(heard).isEmpty();
        assertThat(once("a", "b")).containsOnly(Processed.PROCESSED);
    }

    @Test
    void singleMessage_hasTheUnitOfOne() {
        assertThat(once("a")).containsExactly(Processed.PROCESSED);

        assertThat(store.units).isOne();
        assertThat(store.parts).isZero();
    }
}
