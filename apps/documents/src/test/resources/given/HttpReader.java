package printed;

import io.counterfoil.http.HttpIdempotency;

/** What a reader of docs/http.md has. */
class HttpReader {

    HttpIdempotency transfers;
    HttpIdempotency standard;
}
