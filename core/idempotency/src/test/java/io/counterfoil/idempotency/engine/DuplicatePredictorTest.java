package io.counterfoil.idempotency.engine;

import static io.counterfoil.idempotency.TestRequests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The guesses that decide what a store is asked first. */
@Tag("RQ-9")
class DuplicatePredictorTest {

    private final DuplicatePredictor predictor = new DuplicatePredictor();

    private static KeyedRequest numbered(int number) {
        return request(IdempotencyKey.of("client", "POST /things", "request-" + number), "contents");
    }

    @Test
    void keysThatWereSeen_areKnown_allButTheFewThatShareASlot() {
        List<KeyedRequest> seen = IntStream.range(0, 1000)
                .mapToObj(DuplicatePredictorTest::numbered)
                .toList();
        seen.forEach(request -> predictor.remember(request.key()));

        assertThat(seen).filteredOn(predictor::expects).hasSizeGreaterThan(950);
        assertThat(IntStream.range(1000, 2000)
                        .mapToObj(DuplicatePredictorTest::numbered)
                        .filter(predictor::expects))
                .isEmpty();
    }

    @Test
    void unseenKey_afterTwoMoreDuplicatesThanOriginals_isExpected() {
        KeyedRequest unseen = numbered(0);
        learn(true, false, true);
        assertThat(predictor.expects(unseen)).isFalse();
        learn(true);
        assertThat(predictor.expects(unseen)).isTrue();
        learn(false);
        assertThat(predictor.expects(unseen)).isFalse();
    }

    @Test
    void longRunOfOneKind_isForgottenAfterTwoOfTheOther() {
        KeyedRequest unseen = numbered(0);
        learn(true, true, true, true, true, true);
        learn(false);
        assertThat(predictor.expects(unseen)).isTrue();
        learn(false);
        assertThat(predictor.expects(unseen)).isFalse();
        learn(false, false, false, false, false, false);
        learn(true, true);
        assertThat(predictor.expects(unseen)).isTrue();
    }

    private void learn(boolean... duplicates) {
        for (boolean duplicate : duplicates) {
            predictor.learn(duplicate);
        }
    }
}
