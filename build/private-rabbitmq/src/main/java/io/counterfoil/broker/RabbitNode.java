package io.counterfoil.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machine's RabbitMQ as a child process.
 *
 * <p>Expressions are sent to the standard input of the process, so that neither a management plugin nor RabbitMQ's slow
 * command line is needed. At the end of its input, when this JVM has ended, the process halts. RabbitMQ must be a
 * distributed Erlang node; this one opens its port itself and needs no port mapper daemon, which would outlive it.
 */
final class RabbitNode implements RabbitServer {

    private static final String HOST = "127.0.0.1";
    private static final long START_LIMIT_SECONDS = 300;
    private static final long ANSWER_LIMIT_SECONDS = 120;
    private static final int LAST_LINES = 30;
    private static final String MARK = "counterfoil: ";
    private static final String ENDED = "ended";

    /**
     * Evaluates each line of the standard input and halts at its end. Before that, it terminates the supervisor of the
     * port mapper daemon, which would start one every minute.
     */
    private static final String LISTEN = """
        _ = supervisor:terminate_child(rabbit_sup, rabbit_epmd_monitor_sup),
        Listen = fun(Again) ->
          case io:get_line("") of
            Line when is_list(Line) ->
              Said = (catch begin
                {ok, Tokens, _} = erl_scan:string(Line),
                {ok, Expressions} = erl_parse:parse_exprs(Tokens),
                erl_eval:exprs(Expressions, []),
                done
              end),
              io:format("~n%1$s~0p~n", [Said]),
              Again(Again);
            _ -> erlang:halt()
          end
        end,
        spawn(fun() -> Listen(Listen) end),
        io:format("~n%1$sready~n").
        """.formatted(MARK).replace('\n', ' ');

    private final Path script;
    private final Path directory;
    private final int port;
    private final int distributionPort;
    private final RabbitCodePath codePath;
    private @Nullable Process process;
    private BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Deque<String> last = new ArrayDeque<>();

    /** @param directory an empty directory that only the current user can access */
    RabbitNode(Path script, Path directory, int port, int distributionPort, String user, String password)
            throws IOException {
        this.script = script;
        this.directory = directory;
        this.port = port;
        this.distributionPort = distributionPort;
        // In Erlang's format: RabbitMQ's own format requires a compiler that takes a second to start.
        Files.writeString(directory.resolve("advanced.config"), """
            [{rabbit, [{loopback_users, []}, {handshake_timeout, 300000}, {heartbeat, 0}, {default_user, <<"%s">>}, {default_pass, <<"%s">>}]}].
            """.formatted(user, password));
        Files.writeString(directory.resolve("plugins"), "[].\n");
        this.codePath = RabbitCodePath.link(script, directory.resolve("code"));
    }

    @Override
    public void start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                script.toString(),
                "-noshell",
                "-start_epmd",
                "false",
                "-erl_epmd_port",
                Integer.toString(distributionPort),
                "-sname",
                "counterfoil@localhost",
                "-kernel",
                "inet_dist_use_interface",
                "{127,0,0,1}",
                "+S",
                "2:2",
                "-eval",
                LISTEN));
        command.addAll(codePath.arguments());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(directory.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
        environment.putAll(environment());
        environment.putAll(codePath.environment());
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        Process started = builder.start();
        process = started;
        answers = said;
        Thread reader = new Thread(() -> read(started, said), "counterfoil-rabbitmq-output");
        reader.setDaemon(true);
        reader.start();
        try {
            await("ready", START_LIMIT_SECONDS);
        } catch (IOException | InterruptedException failed) {
            started.destroyForcibly().waitFor();
            throw failed;
        }
    }

    private Map<String, String> environment() {
        return Map.ofEntries(
                Map.entry("HOME", directory.toString()),
                Map.entry("ERL_CRASH_DUMP_SECONDS", "0"),
                Map.entry("RABBITMQ_NODENAME", "counterfoil@localhost"),
                Map.entry("RABBITMQ_NODE_IP_ADDRESS", HOST),
                Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distributionPort)),
                Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("data").toString()),
                Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
                Map.entry("RABBITMQ_LOGS", "-"),
                Map.entry("RABBITMQ_CONF_ENV_FILE", directory.resolve("none").toString()),
                Map.entry("RABBITMQ_CONFIG_FILES", directory.resolve("none").toString()),
                Map.entry(
                        "RABBITMQ_ADVANCED_CONFIG_FILE",
                        directory.resolve("advanced.config").toString()),
                Map.entry(
                        "RABBITMQ_ENABLED_PLUGINS_FILE",
                        directory.resolve("plugins").toString()),
                Map.entry("RABBITMQ_PID_FILE", directory.resolve("pid").toString()),
                // The script then replaces its process by the server instead of waiting for it, and keeps the standard
                // input open.
                Map.entry("RABBITMQ_ALLOW_INPUT", "true"));
    }

    /** Reads to the end; otherwise the server would block on its full output pipe. */
    private void read(Process from, BlockingQueue<String> said) {
        try (BufferedReader output = from.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(MARK)) {
                    said.add(line.substring(MARK.length()));
                }
                synchronized (last) {
                    last.addLast(line);
                    if (last.size() > LAST_LINES) {
                        last.removeFirst();
                    }
                }
            }
        } catch (IOException unreadable) {
            synchronized (last) {
                last.addLast(unreadable.toString());
            }
        }
        said.add(ENDED);
    }

    private void await(String wanted, long seconds) throws IOException, InterruptedException {
        String answer = answers.poll(seconds, TimeUnit.SECONDS);
        if (!wanted.equals(answer)) {
            String lines;
            synchronized (last) {
                lines = String.join("\n", last);
            }
            String what = answer == null ? "did not respond within " + seconds + " s" : "responded \"" + answer + "\"";
            throw new IOException("the private RabbitMQ " + what + "; its last output:\n" + lines);
        }
    }

    @Override
    public void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    @Override
    public void evaluate(String expression) throws IOException, InterruptedException {
        Process running = process;
        if (running == null || !running.isAlive()) {
            throw new IOException("the private RabbitMQ is not running");
        }
        running.outputWriter(StandardCharsets.UTF_8)
                .append(expression)
                .append(".\n")
                .flush();
        await("done", ANSWER_LIMIT_SECONDS);
    }

    @Override
    public void remove() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }
}
