package io.counterfoil.stop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A service in lease mode, in a process of its own, which prints what it does. */
@SpringBootApplication(proxyBeanMethods = false)
public class PaymentService {

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(PaymentService.class, arguments);
    }

    private static void print(String line) {
        System.out.println(line);
    }

    @EventListener
    void started(WebServerInitializedEvent event) {
        print("port " + event.getWebServer().getPort());
    }

    @EventListener(ContextClosedEvent.class)
    void stopping() {
        print("stopping");
    }

    @RestController
    static class Payments {

        /** Ends when a line is written to the process. */
        @PostMapping("/pay")
        String pay() throws IOException {
            print("working");
            return new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
        }

        /** Ends when its thread is interrupted. */
        @PostMapping("/pay-slowly")
        String paySlowly() throws InterruptedException {
            print("working");
            new CountDownLatch(1).await();
            return "never";
        }
    }
}
