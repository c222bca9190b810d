package io.counterfoil.broker;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The official image in Docker. */
final class RabbitContainer implements RabbitServer {

    private static final String IMAGE = "rabbitmq:4";
    private static final long COMMAND_LIMIT_SECONDS = 300;
    private static final long START_LIMIT_SECONDS = 120;
    private static final int READ_LIMIT_MILLIS = 1_000;
    private static final byte[] GREETING = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    private final String name;
    private final int port;

    RabbitContainer(String name, int port, String user, String password) throws IOException, InterruptedException {
        this.name = name;
        this.port = port;
        docker(
                "create",
                "--name",
                name,
                "--hostname",
                name,
                "--publish",
                "127.0.0.1:" + port + ":5672",
                "--env",
                "RABBITMQ_DEFAULT_USER=" + user,
                "--env",
                "RABBITMQ_DEFAULT_PASS=" + password,
                IMAGE);
    }

    @Override
    public void start() throws IOException, InterruptedException {
        docker("start", name);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_SECONDS);
        while (!greets()) {
            if (System.nanoTime() > end) {
                kill();
                throw new IOException("RabbitMQ's container did not start within " + START_LIMIT_SECONDS + " s");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Whether the broker responds; its port is open before that. */
    private boolean greets() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            socket.getOutputStream().write(GREETING);
            InputStream answer = socket.getInputStream();
            return answer.read() == 1;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void kill() throws IOException, InterruptedException {
        if (docker("inspect", "--format", "{{.State.Running}}", name).contains("true")) {
            docker("kill", name);
        }
    }

    @Override
    public void evaluate(String expression) throws IOException, InterruptedException {
        docker("exec", name, "rabbitmqctl", "eval", expression + ".");
    }

    @Override
    public void remove() throws IOException, InterruptedException {
        docker("rm", "--force", "--volumes", name);
    }

    private static String docker(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.onExit().orTimeout(COMMAND_LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
            process.destroyForcibly();
            return process;
        });
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(
                    "docker " + arguments[0] + " ended with status " + process.exitValue() + ": " + said.strip());
        }
        return said;
    }
}
