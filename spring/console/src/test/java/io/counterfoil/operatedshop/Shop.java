package io.counterfoil.operatedshop;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** A shop without any security. */
@SpringBootApplication(proxyBeanMethods = false)
class Shop {

    @RestController
    static class Orders {

        private final JdbcClient jdbc;

        Orders(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/orders")
        ResponseEntity<String> order(@RequestBody String thing) {
            jdbc.sql("INSERT INTO ordered (thing) VALUES (?)").param(thing).update();
            return ResponseEntity.status(HttpStatus.CREATED).body("secret receipt of " + thing);
        }
    }
}
