package printed;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/** What a reader of docs/guides/identifiers.md has. */
class IdentifiersReader {

    String text;
    Instant submittedAt;
    DataSource dataSource;
    ScheduledExecutorService scheduler;

    @Prefix("ses")
    record SessionId(UUID value) implements TypedId<SessionId> {}
}
