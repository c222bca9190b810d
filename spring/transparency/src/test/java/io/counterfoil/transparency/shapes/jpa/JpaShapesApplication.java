package io.counterfoil.transparency.shapes.jpa;

import io.counterfoil.transparency.shapes.ShapesApplication;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The application with JPA, and with the handlers that use it. */
@Configuration(proxyBeanMethods = false)
@ComponentScan
@Import(ShapesApplication.class)
public class JpaShapesApplication {}
