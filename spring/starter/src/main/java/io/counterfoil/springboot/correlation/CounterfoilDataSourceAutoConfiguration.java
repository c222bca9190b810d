package io.counterfoil.springboot.correlation;

import io.counterfoil.jdbc.correlation.CorrelatedDataSource;
import io.counterfoil.springboot.settings.DatabaseCorrelation;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Shows correlation IDs to the database, as configured by {@code counterfoil.correlation.jdbc}: {@code application-name} or {@code comment}; needs
 * {@code counterfoil-jdbc-correlation}.
 * See {@link CorrelatedDataSource} for what each costs.
 *
 * <p>Every data source among the beans is wrapped, and unwraps to what it was. One that leads to a wrapped one already stays as it is.
 */
@AutoConfiguration
@ConditionalOnClass({DataSource.class, CorrelatedDataSource.class})
class CounterfoilDataSourceAutoConfiguration {

    /** By the environment, because it is made before the beans that the settings are read into. */
    @Bean
    static BeanPostProcessor correlatedDataSources(Environment environment) {
        DatabaseCorrelation choice = Binder.get(environment)
                .bind("counterfoil.correlation.jdbc", DatabaseCorrelation.class)
                .orElse(DatabaseCorrelation.OFF);
        return switch (choice) {
            case OFF -> new BeanPostProcessor() {};
            case APPLICATION_NAME -> new Naming(CorrelatedDataSource::byApplicationName);
            case COMMENT -> new Naming(CorrelatedDataSource::byComment);
        };
    }

    private record Naming(UnaryOperator<DataSource> way) implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof DataSource source && !DataSources.leadsToANamedOne(source)
                    ? way.apply(source)
                    : bean;
        }
    }
}
