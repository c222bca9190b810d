package com.example.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application. */
@SpringBootApplication
public class OrdersApplication {

    /** Starts the application. */
    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }
}
