package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.store.RecordDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RecordQueryTest {

    @Test
    @Tag("RQ-15")
    void limit_outOfItsLimits_isRefused() {
        for (int limit : new int[] {Integer.MIN_VALUE, -1, 0, RecordDirectory.Query.MAX_LIMIT + 1, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RecordDirectory.Query.ALL.atMost(limit))
                    .withMessageContaining("limit")
                    .withMessageContaining("1 to " + RecordDirectory.Query.MAX_LIMIT)
                    .withMessageContaining(Integer.toString(limit));
        }
        assertThat(RecordDirectory.Query.ALL.atMost(1).limit()).isEqualTo(1);
        assertThat(RecordDirectory.Query.ALL
                        .atMost(RecordDirectory.Query.MAX_LIMIT)
                        .limit())
                .isEqualTo(RecordDirectory.Query.MAX_LIMIT);
    }
}
