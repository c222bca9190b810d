

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.httpserver.JdkIdempotencyFilter;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.h2.jdbcx.JdbcDataSource;

/** Traces one keyed POST, executed and then replayed, and prints the types of the library whose code it runs. */
final class Way {

    private final URI uri;
    private final HttpClient client = HttpClient.newHttpClient();

    private Way(URI uri) {
        this.uri = uri;
    }

    public static void main(String[] folders) throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:way;DB_CLOSE_DELAY=-1");
        JdbcSchema.create(database);
        HttpIdempotency idempotency = new HttpIdempotency(
                Idempotency.on(JdbcClaimStore.on(database)), HttpPolicy.DEFAULT, ClientResolver.ANONYMOUS);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", new JdkIdempotencyFilter(Endpoints.all(idempotency)).inFrontOf(Way::handle));
        server.start();
        try {
            Way way = new Way(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/orders"));
            way.post("first");
            way.post("first");
            String filter = String.join(";", classes(folders));
            way.print("executed", filter, "second");
            way.print("replayed", filter, "second");
        } finally {
            server.stop(0);
        }
    }

    private static void handle(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(201, -1);
        exchange.close();
    }

    private static List<String> classes(String[] folders) throws IOException {
        List<String> names = new ArrayList<>();
        for (String folder : folders) {
            Path root = Path.of(folder).toRealPath();
            try (Stream<Path> files = Files.walk(root)) {
                files.map(root::relativize)
                        .map(Path::toString)
                        .filter(file -> file.startsWith("io/counterfoil/") && file.endsWith(".class") && !file.contains("-info"))
                        .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                        .forEach(names::add);
            }
        }
        return names;
    }

    private void post(String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", "\"" + key + "\"")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 201) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
    }

    private void print(String what, String filter, String key) throws Exception {
        Path file = Files.createTempFile("way", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.MethodTrace").withoutThreshold().with("filter", filter);
            recording.start();
            post(key);
            recording.stop();
            recording.dump(file);
        }
        Map<String, Integer> types = new LinkedHashMap<>();
        List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(file));
        Files.delete(file);
        events.removeIf(event -> !event.getEventType().getName().equals("jdk.MethodTrace"));
        events.sort((left, right) -> left.getStartTime().compareTo(right.getStartTime()));
        for (RecordedEvent event : events) {
            RecordedMethod method = event.getValue("method");
            String name = method.getType().getName();
            String type = name.replaceAll("\\$.*", "");
            types.merge(type, 1, Integer::sum);
        }
        System.out.println(what + ": " + types.size() + " types, " + events.size() + " calls");
        types.forEach((type, calls) -> System.out.println("  " + type + " " + calls));
    }
}
