package io.counterfoil.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Logs of a booking that several services process. */
final class BookingLogs {

    private BookingLogs() {}

    /** The logs of three services: one text, one Logstash JSON, one ECS JSON. */
    static List<Path> in(Path directory) throws IOException {
        return List.of(
                log(
                        directory.resolve("booking.log"),
                        "2026-11-20T14:24:29.353Z INFO  reserving 2 seats [corr_id=a79x]",
                        "2026-11-20T14:24:29.630Z WARN  attempt 1 failed <b>503</b> [corr_id=a79x]",
                        "2026-11-20T14:24:41.713Z INFO  charged [corr_id=a79x]",
                        "2026-11-20T14:24:42.313Z INFO  Replacing correlation id [corr_id=a79x] [new_corr_id=nB7s]",
                        "2026-11-20T14:24:42.314Z INFO  another unit's [corr_id=other]"),
                log(directory.resolve("ledger.json"), """
                        {"@timestamp":"2026-11-20T14:24:29.395Z","message":"claimed","level":"INFO","service":"ledger",\
                        "corr_id":"a79x.1","idempotency_key":"key-1","attempt_id":"one"}""", """
                        {"@timestamp":"2026-11-20T14:24:29.583Z","message":"no commit\\u001b[2J\\u202e","level":"ERROR",\
                        "service":"ledger","corr_id":"a79x.1","idempotency_key":"key-1","attempt_id":"one"}""", """
                        {"@timestamp":"2026-11-20T14:24:41.653Z","message":"committed","level":"INFO","service":"ledger",\
                        "corr_id":"a79x.2","idempotency_key":"key-1","attempt_id":"two"}"""),
                log(directory.resolve("settlement.json"), """
                        {"@timestamp":"2026-11-20T14:24:42.315Z","log":{"level":"INFO"},"service":{"name":"settlement"},\
                        "message":"Replaced correlation id","corr_id":"nB7s","old_corr_id":"a79x"}""", """
                        {"@timestamp":"2026-11-20T14:24:42.753Z","log":{"level":"INFO"},"service":{"name":"settlement"},\
                        "message":"settled","corr_id":"nB7s"}"""));
    }

    private static Path log(Path file, String... lines) throws IOException {
        return Files.write(file, Arrays.asList(lines), StandardCharsets.UTF_8);
    }
}
