package printed;

import io.counterfoil.http.HttpIdempotency;

/** What a reader of docs/guides/http.md has. */
class HttpReader {

    HttpIdempotency transfers;
    HttpIdempotency standard;
}
