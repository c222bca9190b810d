package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class UnknownDatabaseTest {

    private final JdbcClaimStore store = JdbcClaimStore.on(FakeDatabase.named("Oracle"));

    @Test
    void claim_isRefused_namingTheProductAndWhatIsSupported() {
        assertThatIllegalStateException()
                .isThrownBy(() -> store.within(claims -> claims.claim(request(freshKey(), "contents"))))
                .withMessageContaining("Oracle")
                .withMessageContaining("PostgreSQL, MariaDB, MySQL, H2");
    }

    @Test
    void find_isRefusedToo() {
        assertThatIllegalStateException()
                .isThrownBy(() -> store.find(freshKey()))
                .withMessageContaining("Oracle");
    }
}
