package io.counterfoil.cli.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service with one unknown outcome, which can go down and come back. */
final class ServiceStub implements AutoCloseable {

    private final String name;
    private final List<String> actions = new CopyOnWriteArrayList<>();
    private volatile String module = "records.js";
    private HttpServer server;

    ServiceStub(String name) throws IOException {
        this.name = name;
        this.server = start(0);
    }

    /** The module that it names for its panel of records. */
    ServiceStub withModule(String file) {
        module = file;
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/counterfoil";
    }

    List<String> actions() {
        return actions;
    }

    void goDown() {
        server.stop(0);
    }

    void comeBack() throws IOException {
        server = start(server.getAddress().getPort());
    }

    private HttpServer start(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
        HttpServer started = HttpServer.create(new InetSocketAddress(loopback, port), 0);
        started.createContext("/counterfoil/", this::answer);
        started.start();
        return started;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring("/counterfoil/".length());
        if (exchange.getRequestMethod().equals("POST")) {
            actions.add(path);
        }
        boolean script = path.endsWith(".js");
        String json = switch (path) {
            case "services" -> "[{\"name\":\"" + name + "\",\"base\":\"api/\"}]";
            case "api/session" ->
                "{\"user\":\"olga\",\"act\":true,\"results\":false,\"audit\":true,\"panels\":["
                        + "{\"id\":\"unknown\",\"title\":\"Unknown outcomes\",\"module\":\"unknown.js\"},"
                        + "{\"id\":\"records\",\"title\":\"Records\",\"module\":\"" + module + "\"}]}";
            case "api/overview" ->
                "{\"unknown\":{\"count\":1,\"more\":false},\"inProgress\":{\"count\":0,\"more\":false}}";
            case "api/records" ->
                "{\"records\":[{\"id\":\"token\",\"requestId\":\"key-of-" + name
                        + "\",\"operation\":\"POST /x\",\"state\":\"unknown\",\"requestCount\":1,\"token\":1,"
                        + "\"firstReceived\":\"2026-11-29T12:00:00Z\"}]}";
            default -> script ? "window.foreign = true; export const panel = 0;" : "{\"decided\":true}";
        };
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", script ? "text/javascript" : "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
