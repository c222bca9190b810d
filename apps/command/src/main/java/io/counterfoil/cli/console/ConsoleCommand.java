package io.counterfoil.cli.console;

import static java.util.Objects.requireNonNull;

import io.counterfoil.cli.console.RemoteService.Credentials;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The subcommand {@code console}: serves the page of {@code counterfoil-spring-console} on this machine, over one or several services.
 *
 * <p>Exit codes: 0 when it was stopped; 2 for an invalid command line, or a service that cannot be shown.
 */
@Command(
        name = "console",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Serves the console of one or several services on 127.0.0.1, until it is stopped by Ctrl-C.",
            "The printed address has a secret: its users act with your credentials."
        })
public final class ConsoleCommand implements Callable<Integer> {

    private static final String PASSWORD = "COUNTERFOIL_PASSWORD";

    private final StoryPage stories;
    private final UnaryOperator<@Nullable String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL",
            required = true,
            description = "The console of a service: http://host:8080/counterfoil. Can be repeated.")
    private List<String> urls = List.of();

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The user at all services; the password is that of COUNTERFOIL_PASSWORD, or is asked for.")
    private @Nullable String user;

    @Option(
            names = "--logs",
            paramLabel = "DIR",
            description = "A directory with the logs of the services: the page then links to the story of each key.")
    private @Nullable Path logs;

    @Option(names = "--port", paramLabel = "PORT", description = "The port on 127.0.0.1. Default: a free one.")
    private int port;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    /** @param stories reads stories for {@code --logs} */
    public ConsoleCommand(StoryPage stories) {
        this(stories, System::getenv);
    }

    /** The same with other environment variables. */
    ConsoleCommand(StoryPage stories, UnaryOperator<@Nullable String> environment) {
        this.stories = stories;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        try (ConsoleServer server = start()) {
            PrintWriter out = command().commandLine().getOut();
            out.println(server.url());
            out.flush();
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private ConsoleServer start() throws IOException, InterruptedException {
        List<URI> bases = urls.stream().map(this::base).toList();
        Optional<LogDirectory> directory = logDirectory();
        Optional<Credentials> credentials = credentials(bases);
        List<RemoteService> services =
                bases.stream().map(base -> new RemoteService(base, credentials)).toList();
        List<String> unreachable = new ArrayList<>();
        for (RemoteService service : services) {
            service.check().ifPresent(unreachable::add);
        }
        if (unreachable.size() == services.size()) {
            throw new ConsoleException(unreachable.get(0));
        }
        unreachable.forEach(why -> warn(why + "; it is shown once it is there"));
        return ConsoleServer.start(port, new ConsoleRoutes(services, directory, stories));
    }

    private URI base(String url) {
        try {
            URI uri = URI.create(url);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return url.endsWith("/") ? uri : URI.create(url + "/");
            }
        } catch (IllegalArgumentException unreadable) {
            throw wrong(notAnUrl(url));
        }
        throw wrong(notAnUrl(url));
    }

    private static String notAnUrl(String url) {
        return "--url must be an address such as http://host:8080/counterfoil, is '%s'".formatted(url);
    }

    private Optional<Credentials> credentials(List<URI> bases) {
        if (user == null) {
            return Optional.empty();
        }
        bases.stream()
                .filter(base -> "http".equals(base.getScheme()) && !isLoopback(base))
                .forEach(base -> warn(base + " is not encrypted: the password is sent in the clear"));
        String set = environment.apply(PASSWORD);
        return Optional.of(new Credentials(user, set == null ? asked() : set));
    }

    private static boolean isLoopback(URI base) {
        return List.of("localhost", "127.0.0.1", "[::1]").contains(base.getHost());
    }

    @SuppressWarnings("SystemConsoleNull") // a console without a terminal returns no password
    private String asked() {
        var console = System.console();
        char[] password = console == null ? null : console.readPassword("Password of %s: ", user);
        if (password == null) {
            throw wrong("--user needs a password: set " + PASSWORD + ", or run the command on a terminal");
        }
        return String.valueOf(password);
    }

    private Optional<LogDirectory> logDirectory() throws IOException {
        if (logs == null) {
            return Optional.empty();
        }
        if (!Files.isDirectory(logs)) {
            throw wrong("--logs must be a directory, and %s is none".formatted(logs));
        }
        LogDirectory directory = new LogDirectory(logs);
        if (directory.files().isEmpty()) {
            throw wrong("--logs %s has no file".formatted(logs));
        }
        return Optional.of(directory);
    }

    private void warn(String text) {
        PrintWriter err = command().commandLine().getErr();
        err.println("counterfoil: " + text);
        err.flush();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(command().commandLine(), message);
    }

    private CommandSpec command() {
        return requireNonNull(spec, "set by picocli");
    }
}
