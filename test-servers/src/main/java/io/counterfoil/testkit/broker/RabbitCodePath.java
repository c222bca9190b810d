package io.counterfoil.testkit.broker;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Directories of links, by which a RabbitMQ starts in a third of the processor time.
 *
 * <p>A server loads a thousand modules, and Erlang looks for each in ninety directories, one after the other: links to all modules in one
 * directory, the first of the code path, make that one look. It also reads what the plugins declare that are not enabled: the directory of
 * plugins that it is given has no others than the applications of the server itself. Immutable.
 */
final class RabbitCodePath {

    private final Path modules;
    private final Path plugins;

    private RabbitCodePath(Path modules, Path plugins) {
        this.modules = modules;
        this.plugins = plugins;
    }

    /**
     * Makes the links.
     *
     * @param script of the server, in {@code sbin} of its home
     * @param directory for the links alone
     */
    static RabbitCodePath link(Path script, Path directory) throws IOException {
        Path modules = Files.createDirectories(directory.resolve("modules"));
        Path plugins = Files.createDirectories(directory.resolve("plugins"));
        Path home = script.toRealPath().resolve("../..").normalize();
        for (Path application : children(home.resolve("plugins"))) {
            linkModules(application, modules);
            if (!isPlugin(application)) {
                linkInto(plugins, application);
            }
        }
        Optional<Path> erl = RabbitPrograms.onPath("erl");
        if (erl.isPresent()) {
            // erl is a link to bin/erl of Erlang's own directory.
            Path erlang = erl.get().toRealPath().resolve("../..").normalize();
            for (Path application : children(erlang.resolve("lib"))) {
                linkModules(application, modules);
            }
        }
        return new RabbitCodePath(modules, plugins);
    }

    /** Of what is in the directory of plugins: libraries and the server itself lie there too. */
    private static boolean isPlugin(Path application) {
        String name = application.getFileName().toString();
        return name.startsWith("rabbitmq_") && !name.startsWith("rabbitmq_prelaunch");
    }

    private static void linkModules(Path application, Path modules) throws IOException {
        for (Path file : children(application.resolve("ebin"))) {
            if (file.toString().endsWith(".beam")) {
                linkInto(modules, file);
            }
        }
    }

    /** The first of a name stays. */
    private static void linkInto(Path directory, Path target) throws IOException {
        Path link = directory.resolve(target.getFileName());
        if (!Files.exists(link)) {
            Files.createSymbolicLink(link, target);
        }
    }

    private static List<Path> children(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
                children.forEach(found::add);
            }
        }
        return found;
    }

    /** More arguments of the server. */
    List<String> arguments() {
        return List.of("-pa", modules.toString());
    }

    /** More of its environment. */
    Map<String, String> environment() {
        // Named in any case: without it, the server takes the directory from where its modules lie.
        return Map.of("RABBITMQ_PLUGINS_DIR", plugins.toString());
    }
}
