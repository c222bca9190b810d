package io.counterfoil.samples.support.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;

/** Starts the embedded PostgreSQL library with the settings of a permanent database. */
final class PostgresStarter {

    /** The property for a directory in which the library deletes what looks abandoned. */
    private static final String WORKING_DIRECTORY = "ot.epg.working-dir";

    private static final boolean LINUX = System.getProperty("os.name", "").startsWith("Linux");

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private PostgresStarter() {}

    /**
     * Unpacks PostgreSQL if necessary, creates the data if there is none, and starts the server.
     *
     * <p>Synchronized, because the library takes its working directory from a system property. It is the directory of
     * the binaries, which contains no data.
     */
    static synchronized EmbeddedPostgres start(DataDirectory directory, String password) throws IOException {
        String before = System.getProperty(WORKING_DIRECTORY);
        System.setProperty(WORKING_DIRECTORY, directory.binaries().toString());
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setPgBinaryResolver(new Binaries())
                    .setDataDirectory(directory.postgresql())
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(PATIENCE)
                    .setConnectConfig("password", password);
            initialiseWith(builder, directory.passwordFile());
            serveWith(builder);
            ProcessBuilder.Redirect log =
                    ProcessBuilder.Redirect.appendTo(directory.log().toFile());
            builder.setErrorRedirector(log).setOutputRedirector(log);
            return LINUX ? onReservedPort(builder) : builder.start();
        } finally {
            if (before == null) {
                System.clearProperty(WORKING_DIRECTORY);
            } else {
                System.setProperty(WORKING_DIRECTORY, before);
            }
        }
    }

    /**
     * Holds a free port until the server has it, so that no other program gets it meanwhile. It takes a system on which two
     * sockets can bind one port as long as neither listens.
     */
    private static EmbeddedPostgres onReservedPort(EmbeddedPostgres.Builder builder) throws IOException {
        try (Socket reserved = new Socket()) {
            reserved.setReuseAddress(true);
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return builder.setPort(reserved.getLocalPort()).start();
        }
    }

    /** Sets options of {@code initdb}, which the library calls the settings of the locale. */
    private static void initialiseWith(EmbeddedPostgres.Builder builder, Path passwordFile) {
        builder.setLocaleConfig("auth", "scram-sha-256")
                .setLocaleConfig("pwfile", passwordFile.toString())
                .setLocaleConfig("locale", "C")
                .setLocaleConfig("locale-provider", "builtin")
                .setLocaleConfig("builtin-locale", "C.UTF-8");
    }

    /** The library turns durability off by default, for tests that discard their data. */
    private static void serveWith(EmbeddedPostgres.Builder builder) {
        builder.setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("max_connections", "100")
                .setServerConfig("log_checkpoints", "off");
    }

    /** One per start: the library unpacks once per resolver and process, into the current directory. */
    private static final class Binaries implements PgBinaryResolver {

        @Override
        public InputStream getPgBinary(String system, String machineHardware) throws IOException {
            return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machineHardware);
        }
    }
}
