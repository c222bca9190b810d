package io.counterfoil.testkit.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/** The process that {@link PrivateKafka} starts: formats its directory at the first start, serves, and ends when its parent does. */
final class KafkaMain {

    static final String STARTED = "counterfoil: started";

    private static final PrintStream OUT = System.out;

    private KafkaMain() {}

    /**
     * Runs until it is killed, or its parent ends.
     *
     * @param arguments the file of settings, and the cluster's ID
     */
    public static void main(String[] arguments) throws IOException {
        Thread parent = new Thread(KafkaMain::endWithParent, "counterfoil-parent");
        parent.setDaemon(true);
        parent.start();
        Path file = Path.of(arguments[0]);
        Properties settings = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            settings.load(reader);
        }
        if (!Files.exists(Path.of(settings.getProperty("log.dirs"), "meta.properties"))) {
            format(file, arguments[1]);
        }
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        server.startup();
        OUT.println(STARTED);
        server.awaitShutdown();
    }

    private static void format(Path settings, String cluster) throws IOException {
        int status = StorageTool.execute(
                new String[] {"format", "--cluster-id", cluster, "--config", settings.toString()}, OUT);
        if (status != 0) {
            throw new IOException("the storage was not formatted: status " + status);
        }
    }

    private static void endWithParent() {
        try (Reader commands = new InputStreamReader(System.in, StandardCharsets.US_ASCII)) {
            while (commands.read() >= 0) {
                // Nothing is said to it.
            }
        } catch (IOException gone) {
            OUT.println("its parent is gone: " + gone);
        }
        Runtime.getRuntime().halt(0);
    }
}
