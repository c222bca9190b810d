package io.counterfoil.transparency.shapes;

import io.counterfoil.transparency.Observed;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** An application with all handlers that need neither JPA nor Spring Security. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableResilientMethods
@Observed
@ComponentScan(
        excludeFilters =
                @ComponentScan.Filter(
                        type = FilterType.REGEX,
                        pattern = {"io\\.counterfoil\\.transparency\\.shapes\\.(jpa|security)\\..*"}))
public class ShapesApplication {}
