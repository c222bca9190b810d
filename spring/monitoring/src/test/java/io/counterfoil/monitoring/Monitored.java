package io.counterfoil.monitoring;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A service with records, leases, an inbox and an outbox, which reports to Prometheus. */
@SpringBootApplication(proxyBeanMethods = false)
class Monitored {

    @RestController
    static class Orders {

        @PostMapping("/orders")
        String order(@RequestBody String thing) {
            return "ordered " + thing;
        }

        /** Under a lease: what fails here has an unknown outcome. */
        @PostMapping("/payments")
        String pay(@RequestBody String sum) {
            if (sum.startsWith("-")) {
                throw new IllegalStateException("the bank did not answer");
            }
            return "paid " + sum;
        }
    }

    /** @param arguments properties, each {@code --name=value} */
    static ConfigurableApplicationContext start(String... arguments) {
        SpringApplication application = new SpringApplication(Monitored.class);
        application.setRegisterShutdownHook(false);
        String[] all = new String[arguments.length + 6];
        all[0] = "--server.address=127.0.0.1";
        all[1] = "--spring.main.banner-mode=off";
        all[2] = "--management.endpoints.web.exposure.include=*";
        all[3] = "--management.endpoint.counterfoilrecords.access=unrestricted";
        all[4] = "--counterfoil.endpoints[0].path=/payments";
        all[5] = "--counterfoil.endpoints[0].mode=lease";
        System.arraycopy(arguments, 0, all, 6, arguments.length);
        return application.run(all);
    }

    /** Posts under a key. */
    static HttpResponse<String> post(String url, String key, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Idempotency-Key", key)
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
    }
}
