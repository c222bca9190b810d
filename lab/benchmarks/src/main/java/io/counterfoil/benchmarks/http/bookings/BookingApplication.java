package io.counterfoil.benchmarks.http.bookings;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/** A Spring Boot application that takes bookings in three ways, which differ only in how they treat a key. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({Bookings.class, BookingController.class, ByHandRequests.class, ByHandController.class})
class BookingApplication {

    /** Starts it on a free port of 127.0.0.1, on this pool of connections. */
    static ConfigurableApplicationContext start(HikariDataSource pool) {
        return new SpringApplicationBuilder(BookingApplication.class)
                .properties(Map.of(
                        "server.address", "127.0.0.1",
                        "server.port", "0",
                        "server.tomcat.max-keep-alive-requests", "-1",
                        "server.tomcat.keep-alive-timeout", "-1",
                        "counterfoil.create-table", "true",
                        // A peer of the outbox is on the class path as well.
                        "namastack.outbox.enabled", "false",
                        "spring.main.banner-mode", "off"))
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean("dataSource", HikariDataSource.class, () -> pool))
                .run();
    }
}
