package io.counterfoil.testkit.store;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.CompletedClaim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.testkit.thread.TestThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of units of work that several requests share. Extended by {@link ClaimStoreContract}. */
public abstract class SharedUnitContract extends RecordStoreContract {

    private static final int CLAIMANTS = 4;

    SharedUnitContract() {}

    /** {@return the store under test; the same instance throughout a test} */
    protected abstract ClaimStore store();

    /** {@return another store on the same data, as in another process; the same instance if the data is in it} */
    protected abstract ClaimStore otherStore();

    private static List<KeyedRequest> requests(int count) {
        return Stream.generate(() -> request(freshKey(), "contents"))
                .limit(count)
                .toList();
    }

    private static CompletedClaim completed(KeyedRequest request, Claim claim) {
        return new CompletedClaim(
                ((Claim.Acquired) claim).lease(),
                request,
                payload(request.key().requestId().value()),
                DAY);
    }

    private static List<Settlement> completeAcquired(Claims unit, List<KeyedRequest> requests, List<Claim> claims) {
        return unit.completeAll(IntStream.range(0, requests.size())
                .filter(i -> claims.get(i) instanceof Claim.Acquired)
                .mapToObj(i -> completed(requests.get(i), claims.get(i)))
                .toList());
    }

    private Optional<String> recorded(KeyedRequest request) {
        return store().find(request.key())
                .map(record -> new String(record.payload().toByteArray(), UTF_8));
    }

    @Test
    @Tag("RQ-13")
    void claimsOfOneUnit_areAllAcquired_andRecordedAtItsEnd() throws Exception {
        List<KeyedRequest> requests = requests(5);

        List<Settlement> settlements = store().<List<Settlement>, Exception>within(unit -> {
            List<Claim> claims = unit.claimAll(requests);
            assertThat(claims).hasOnlyElementsOfType(Claim.Acquired.class);
            List<Settlement> all = completeAcquired(unit, requests, claims);
            assertThat(others.run(() -> otherStore().find(requests.get(0).key())))
                    .isEmpty();
            return all;
        });

        assertThat(settlements).hasSize(5).containsOnly(Settlement.RECORDED);
        assertThat(requests)
                .allSatisfy(request -> assertThat(recorded(request))
                        .contains(request.key().requestId().value()));
    }

    @Test
    @Tag("RQ-12")
    void claimOfAnother_isInFlight_andTheOthersAreAcquired() throws Exception {
        List<KeyedRequest> requests = requests(3);

        List<Claim> claims = store().<List<Claim>, Exception>within(unit -> {
            unit.claim(requests.get(0));
            return others.run(() -> otherStore().within(other -> other.claimAll(requests)));
        });

        assertThat(claims.get(0)).isEqualTo(new Claim.InFlight());
        assertThat(claims.subList(1, 3)).hasOnlyElementsOfType(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-10")
    void recordedAmongOthers_isAReplay_ofItsOwnRecord() {
        List<KeyedRequest> requests = requests(4);
        record(requests.get(1), payload("one"), DAY);
        record(requests.get(3), payload("three"), DAY);

        List<Claim> claims = store().within(unit -> unit.claimAll(requests));

        assertThat(((Claim.Replay) claims.get(1)).record().payload()).isEqualTo(payload("one"));
        assertThat(((Claim.Replay) claims.get(3)).record().payload()).isEqualTo(payload("three"));
        assertThat(claims.get(0)).isInstanceOf(Claim.Acquired.class);
        assertThat(claims.get(2)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-12")
    void otherContentsAmongOthers_areAMismatch() {
        List<KeyedRequest> requests = requests(2);
        record(requests.get(0), payload("one"), DAY);
        KeyedRequest other = request(requests.get(0).key(), "other contents");

        List<Claim> claims = store().within(unit -> unit.claimAll(List.of(other, requests.get(1))));

        assertThat(claims.get(0)).isInstanceOf(Claim.Mismatch.class);
        assertThat(claims.get(1)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-13")
    void unitOfSeveralThatThrows_leavesAllKeysFree() {
        List<KeyedRequest> requests = requests(3);

        assertThatThrownBy(() -> store().within(unit -> {
                    completeAcquired(unit, requests, unit.claimAll(requests));
                    throw new IllegalStateException("undone");
                }))
                .hasMessage("undone");

        assertThat(requests).allSatisfy(request -> assertThat(recorded(request)).isEmpty());
        List<Claim> again = store().within(unit -> unit.claimAll(requests));
        assertThat(again).hasOnlyElementsOfType(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-13")
    void claimThatIsNotCompleted_isFreeAtTheEnd_andTheOthersRecorded() {
        List<KeyedRequest> requests = requests(3);

        store().within(unit -> {
            List<Claim> claims = unit.claimAll(requests);
            return unit.completeAll(
                    List.of(completed(requests.get(0), claims.get(0)), completed(requests.get(2), claims.get(2))));
        });

        assertThat(recorded(requests.get(0))).isPresent();
        assertThat(recorded(requests.get(1))).isEmpty();
        assertThat(recorded(requests.get(2))).isPresent();
        assertThat(claimOf(requests.get(1))).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-13")
    void secondCompletionOfAClaim_isStale_amongSeveral() {
        List<KeyedRequest> requests = requests(2);

        List<Settlement> second = store().within(unit -> {
            List<Claim> claims = unit.claimAll(requests);
            completeAcquired(unit, requests, claims);
            return completeAcquired(unit, requests, claims);
        });

        assertThat(second).containsExactly(Settlement.STALE, Settlement.STALE);
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void ofManyUnits_thatClaimTheSameKeysInAnyOrder_oneAcquiresEach() throws Exception {
        List<KeyedRequest> requests = requests(20);
        CountDownLatch allClaimed = new CountDownLatch(CLAIMANTS);

        List<List<KeyedRequest>> acquired = others.together(CLAIMANTS, i -> () -> {
            List<KeyedRequest> shuffled = new ArrayList<>(requests);
            Collections.shuffle(shuffled, new Random(i));
            return (i % 2 == 0 ? store() : otherStore()).<List<KeyedRequest>, Exception>within(unit -> {
                List<Claim> claims = unit.claimAll(shuffled);
                allClaimed.countDown();
                TestThreads.await(allClaimed);
                completeAcquired(unit, shuffled, claims);
                return IntStream.range(0, claims.size())
                        .filter(at -> claims.get(at) instanceof Claim.Acquired)
                        .mapToObj(shuffled::get)
                        .toList();
            });
        });

        assertThat(acquired.stream().flatMap(List::stream).map(KeyedRequest::key))
                .hasSameSizeAs(requests)
                .doesNotHaveDuplicates();
        assertThat(requests).allSatisfy(request -> assertThat(recorded(request)).isPresent());
    }

    @Test
    @Tag("RQ-13")
    void partThatThrows_doesNotEndTheUnit() {
        assumeTrue(store().hasParts(), "the store's units have parts");
        List<KeyedRequest> requests = requests(2);

        store().within(unit -> {
            List<Claim> claims = unit.claimAll(requests);
            assertThatThrownBy(() -> unit.part(part -> {
                        throw new IllegalStateException("undone");
                    }))
                    .hasMessage("undone");
            assertThat(unit.<String, RuntimeException>part(part -> "done")).isEqualTo("done");
            return unit.completeAll(List.of(completed(requests.get(1), claims.get(1))));
        });

        assertThat(recorded(requests.get(0))).isEmpty();
        assertThat(recorded(requests.get(1))).isPresent();
    }
}
