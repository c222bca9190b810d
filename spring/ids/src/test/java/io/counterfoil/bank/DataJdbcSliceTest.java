package io.counterfoil.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.IdType;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A user's test of repositories alone, with the auto-configurations that Boot admits to one. */
@Tag("TI-6")
@Timeout(600)
@DataJdbcTest(properties = {"spring.main.banner-mode=off", "logging.level.root=ERROR"})
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
class DataJdbcSliceTest {

    private final Account account = new Account(IdType.of(AccountId.class).next(), 0, "one", null);
    private final Accounts accounts;
    private final JdbcClient jdbc;

    DataJdbcSliceTest(@Autowired Accounts accounts, @Autowired JdbcClient jdbc) {
        this.accounts = accounts;
        this.jdbc = jdbc;
    }

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        Database database = TestPostgres.freshDatabase();
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
    }

    @Test
    void repositories_saveAndLoadIds() {
        jdbc.sql("CREATE TABLE account (id uuid PRIMARY KEY, version integer, name text, parent uuid)")
                .update();

        accounts.save(account);

        assertThat(accounts.findById(account.id()))
                .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo(account.id()));
    }
}
