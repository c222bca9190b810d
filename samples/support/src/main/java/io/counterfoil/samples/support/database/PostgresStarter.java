package io.counterfoil.samples.support.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;

/** Starts the library's PostgreSQL with the settings of a database that is meant to last. */
final class PostgresStarter {

    /** The library deletes what looks abandoned in the directory that this property names. */
    private static final String WORKING_DIRECTORY = "ot.epg.working-dir";

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private PostgresStarter() {}

    /**
     * Unpacks PostgreSQL where that is not done, makes the data where there are none, and starts it.
     *
     * <p>Serialised, because the library takes its working directory from a system property. It is the directory of the
     * binaries, away from all data.
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
            return builder.setErrorRedirector(log).setOutputRedirector(log).start();
        } finally {
            if (before == null) {
                System.clearProperty(WORKING_DIRECTORY);
            } else {
                System.setProperty(WORKING_DIRECTORY, before);
            }
        }
    }

    /** What the library calls the locale's settings are options of {@code initdb}, whichever they are. */
    private static void initialiseWith(EmbeddedPostgres.Builder builder, Path passwordFile) {
        builder.setLocaleConfig("auth", "scram-sha-256")
                .setLocaleConfig("pwfile", passwordFile.toString())
                .setLocaleConfig("locale", "C")
                .setLocaleConfig("locale-provider", "builtin")
                .setLocaleConfig("builtin-locale", "C.UTF-8");
    }

    /** The library turns durability off, for tests that throw their data away. */
    private static void serveWith(EmbeddedPostgres.Builder builder) {
        builder.setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("max_connections", "100")
                .setServerConfig("log_checkpoints", "off");
    }

    /** One for each start: the library unpacks once per resolver and process, into the directory of that time. */
    private static final class Binaries implements PgBinaryResolver {

        @Override
        public InputStream getPgBinary(String system, String machineHardware) throws IOException {
            return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machineHardware);
        }
    }
}
