package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.directory.RecordQuery;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RecordQueryTest {

    @Test
    @Tag("RQ-15")
    void limit_outOfItsLimits_isRefused() {
        for (int limit : new int[] {Integer.MIN_VALUE, -1, 0, RecordQuery.MAX_LIMIT + 1, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RecordQuery.ALL.atMost(limit))
                    .withMessageContaining("limit")
                    .withMessageContaining("1 to " + RecordQuery.MAX_LIMIT)
                    .withMessageContaining(Integer.toString(limit));
        }
        assertThat(RecordQuery.ALL.atMost(1).limit()).isEqualTo(1);
        assertThat(RecordQuery.ALL.atMost(RecordQuery.MAX_LIMIT).limit()).isEqualTo(RecordQuery.MAX_LIMIT);
    }
}
