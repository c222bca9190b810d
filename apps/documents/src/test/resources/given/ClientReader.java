package printed;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.net.URI;
import java.nio.file.Path;

/** What a reader of docs/guides/client.md has. */
class ClientReader {

    URI uri;
    URI payments;
    String body;
    String token;
    Path directory;
    IdempotencyKey key;
    IdempotentClient client;

    void show(String text) {}
}
