package io.counterfoil.ledger.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.ledger.launch.Serve;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.URI;

/** Serves from a database, is asked to open a ledger, and ends: the run whose classes are archived. */
final class TrainingMain {

    private static final String URL = "  URL ";
    private static final String LEDGER =
            "{\"idempotency_key\":\"training\",\"unit\":\"points\",\"initial_deposit\":10}";

    private TrainingMain() {}

    /**
     * Serves, and ends the JVM.
     *
     * @param args the URL of the database
     */
    public static void main(String[] args) throws IOException {
        try (BufferedReader output = new BufferedReader(new PipedReader(serve(args[0])))) {
            String line = output.readLine();
            while (!line.startsWith(URL)) {
                line = output.readLine();
            }
            System.exit(open(URI.create(line.substring(URL.length()).strip())) == 201 ? 0 : 1);
        }
    }

    private static PipedWriter serve(String database) {
        PipedWriter output = new PipedWriter();
        Thread service = new Thread(() -> System.exit(Serve.commandLine()
                .setOut(new PrintWriter(output, true))
                .execute("--port", "0", "--database-url", database)));
        service.setDaemon(true);
        service.start();
        return output;
    }

    private static int open(URI service) throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) service.resolve("/v1/ledgers").toURL().openConnection();
        request.setRequestMethod("POST");
        request.setRequestProperty("Content-Type", "application/json");
        request.setRequestProperty("Idempotency-Key", "training");
        request.setDoOutput(true);
        request.getOutputStream().write(LEDGER.getBytes(UTF_8));
        return request.getResponseCode();
    }
}
