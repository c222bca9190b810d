package printed;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.OperationStep;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.sql.Connection;
import javax.sql.DataSource;

/** What a reader of docs/guides/long-running.md has. */
class LongRunningReader {

    static final CallbackSecret SECRET = CallbackSecret.fresh();

    DataSource dataSource;
    Connection connection;
    Callbacks callbacks;
    Receiver receiver;
    Namespace client;
    ReferenceId reference;
    HttpServletRequest request;

    interface Receiver {
        URI uri();
    }

    /** Where the method of the guide is. */
    static class Letters {
        static OperationStep advance(Connection connection, Operation operation) {
            return new OperationStep.GoOn("", 0);
        }
    }
}
