package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.TestPostgres;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that needs the dialect of a provider is not taken for another one. */
@Tag("BM-1")
class MissingProviderTest {

    private final DataSource database =
            LookAlike.withExtension(TestPostgres.freshDatabase(), "citus").dataSource();

    @Test
    void citus_withoutItsProvider_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Dialects.of(database))
                .withMessageContaining("add the dependency io.counterfoil:counterfoil-citus");
        assertThatIllegalStateException().isThrownBy(() -> JdbcSchema.create(database));
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcClaimStore.on(database).find(freshKey()));
    }
}
