package io.counterfoil.bank;

import io.counterfoil.application.TestApplication;
import io.counterfoil.testkit.database.TestPostgres;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The application, running on a free port and an empty database. */
final class Bank extends TestApplication {

    private Bank(List<Class<?>> sources, String... properties) {
        super(TestPostgres.freshDatabase(), sources, Map.of(), properties);
    }

    /** With these classes of configuration beside the application's own, and these properties. */
    static Bank open(List<Class<?>> more, String... properties) {
        return new Bank(
                Stream.<Class<?>>concat(more.stream(), Stream.of(BankApplication.class))
                        .toList(),
                properties);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, "", headers);
    }

    HttpResponse<String> post(String path, String contentType, String body) throws IOException, InterruptedException {
        return send("POST", path, body, "Content-Type", contentType);
    }
}
