import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * The health check of the container: exits with 0 if the service in this container is ready, and with 1 otherwise. It is started by the
 * container's engine; an image without a shell or curl can have it.
 */
final class Health {

    private static final int TIMEOUT_MS = 3000;

    private Health() {}

    /** @param arguments the URL to ask; none for the readiness of the service */
    public static void main(String[] arguments) throws IOException {
        String url = arguments.length > 0 ? arguments[0] : "http://127.0.0.1:8081/actuator/health/readiness";
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        int status;
        try {
            status = connection.getResponseCode();
        } catch (IOException unreachable) {
            System.out.println(url + ": " + unreachable.getMessage());
            System.exit(1);
            return;
        }
        System.out.println(url + ": " + status);
        System.exit(status == HttpURLConnection.HTTP_OK ? 0 : 1);
    }
}
