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

/**
 * The main class of the process of {@link PrivateKafka}: formats its directory at the first start, serves, and ends
 * with its parent.
 */
final class KafkaMain {

    static final String STARTED = "counterfoil: started";

    private static final PrintStream OUT = System.out;

    private KafkaMain() {}

    /**
     * Runs until the process is killed or its parent ends.
     *
     * @param arguments the settings file and the cluster ID
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
            throw new IOException("formatting the storage failed with status " + status);
        }
    }

    private static void endWithParent() {
        try (Reader commands = new InputStreamReader(System.in, StandardCharsets.US_ASCII)) {
            while (commands.read() >= 0) {
                // The parent writes nothing to the pipe; its end means that the parent has ended.
            }
        } catch (IOException gone) {
            OUT.println("the parent has ended: " + gone);
        }
        Runtime.getRuntime().halt(0);
    }
}
