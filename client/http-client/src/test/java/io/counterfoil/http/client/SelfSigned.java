package io.counterfoil.http.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of 127.0.0.1 that no authority has signed, made by the JDK's keytool. Immutable. */
final class SelfSigned {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KeyStore keys;

    private SelfSigned(KeyStore keys) {
        this.keys = keys;
    }

    /** Makes it in a file of this directory. */
    static SelfSigned in(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = directory.resolve("self-signed.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-validity",
                        "36500",
                        "-keystore",
                        file.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool has failed; see " + directory);
        }
        return new SelfSigned(KeyStore.getInstance(file.toFile(), PASSWORD));
    }

    /** A listening socket with this certificate. */
    ServerSocket listen() throws IOException, GeneralSecurityException {
        KeyManagerFactory certificate = KeyManagerFactory.getInstance("PKIX");
        certificate.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(certificate.getKeyManagers(), null, null);
        return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** A listening socket that refuses clients without a certificate. */
    ServerSocket listenToCertified() throws IOException, GeneralSecurityException {
        SSLServerSocket socket = (SSLServerSocket) listen();
        socket.setNeedClientAuth(true);
        return socket;
    }

    /** For clients that trust it. */
    SSLContext trusted() throws GeneralSecurityException {
        TrustManagerFactory authorities = TrustManagerFactory.getInstance("PKIX");
        authorities.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, authorities.getTrustManagers(), null);
        return context;
    }
}
