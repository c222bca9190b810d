package io.counterfoil.jdbc.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.tables.Wiretap;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a message adds to the statements of its work. */
@Timeout(240)
@Tag("SG-5")
class InboxStatementsTest {

    @Test
    void newMessage_takesOneStatementBesideItsWork_onPostgreSql() throws Exception {
        TestedDatabase database = TestedDatabase.postgreSql();
        JdbcSchema.create(database.administration(), database.dialect());
        DataSourceTransactions transactions = new DataSourceTransactions(database.dataSource());
        List<String> prepared = new ArrayList<>();
        try (Inbox inbox = Inbox.builder(Idempotency.on(new JdbcClaimStore(transactions)))
                        .build();
                Connection connection = database.dataSource().getConnection()) {
            inbox.once(MessageKey.of("statements", "the store's first"), () -> {});
            connection.setAutoCommit(false);

            Processed processed = transactions.joining(
                    Wiretap.on(connection, prepared::add),
                    () -> inbox.once(MessageKey.of("statements", "another"), () -> {}));

            assertThat(processed).isEqualTo(Processed.PROCESSED);
            assertThat(prepared).singleElement().asString().startsWith("INSERT INTO counterfoil_record");
            connection.rollback();
        }
    }
}
