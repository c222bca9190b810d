package io.counterfoil.broker;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Directories of links that reduce the start of a RabbitMQ to a third of its processor time.
 *
 * <p>A server loads a thousand modules, and Erlang searches ninety directories for each. Links to all modules in the
 * first directory of the code path reduce this to one look-up. The server also reads the declarations of plugins that
 * are not enabled; its directory of plugins contains only the server's own applications. Immutable.
 */
final class RabbitCodePath {

    private final Path modules;
    private final Path plugins;

    private RabbitCodePath(Path modules, Path plugins) {
        this.modules = modules;
        this.plugins = plugins;
    }

    /**
     * Creates the links.
     *
     * @param script the start script of the server, in {@code sbin} of its home
     * @param directory the directory for the links
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
            // erl is a link to bin/erl in Erlang's own directory.
            Path erlang = erl.get().toRealPath().resolve("../..").normalize();
            for (Path application : children(erlang.resolve("lib"))) {
                linkModules(application, modules);
            }
        }
        return new RabbitCodePath(modules, plugins);
    }

    /** Whether the application is a plugin. The directory of plugins also contains libraries and the server. */
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

    /** The first link of a name is kept. */
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

    /** Additional arguments of the server. */
    List<String> arguments() {
        return List.of("-pa", modules.toString());
    }

    /** Additional environment variables of the server. */
    Map<String, String> environment() {
        // Always set: otherwise the server derives the directory from the location of its modules.
        return Map.of("RABBITMQ_PLUGINS_DIR", plugins.toString());
    }
}
