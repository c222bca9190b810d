package io.counterfoil.frameworks;

import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.jdbc.store.JdbcMessageStore;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application that uses all of them, as Spring Boot configures them. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({IntegrationHandlers.class, Jobs.class, ModulithHandlers.class, SessionHandlers.class})
class FrameworksApplication {

    @Bean
    Notes notes(JdbcClient jdbc) {
        return new Notes(jdbc);
    }

    @Bean
    DefaultLockRepository lockRepository(DataSource dataSource) {
        return new DefaultLockRepository(dataSource);
    }

    @Bean
    JdbcLockRegistry lockRegistry(DefaultLockRepository repository) {
        return new JdbcLockRegistry(repository);
    }

    @Bean
    JdbcMetadataStore metadataStore(DataSource dataSource) {
        return new JdbcMetadataStore(dataSource);
    }

    @Bean
    JdbcMessageStore messageStore(DataSource dataSource) {
        return new JdbcMessageStore(dataSource);
    }
}
