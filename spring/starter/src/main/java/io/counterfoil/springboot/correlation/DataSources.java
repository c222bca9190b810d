package io.counterfoil.springboot.correlation;

import io.counterfoil.jdbc.correlation.CorrelatedDataSource;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/** Data sources that stand in front of others; these are Spring's, if it is there. */
final class DataSources {

    private static final boolean SPRINGS_ARE_THERE =
            ClassUtils.isPresent("org.springframework.jdbc.datasource.DelegatingDataSource", null);

    private DataSources() {}

    /** Whether statements that go by this one are named further in; they would be twice. */
    static boolean leadsToANamedOne(DataSource source) {
        return source instanceof CorrelatedDataSource || (SPRINGS_ARE_THERE && Springs.leadToANamedOne(source));
    }

    private static final class Springs {

        static boolean leadToANamedOne(DataSource source) {
            if (source instanceof DelegatingDataSource delegating) {
                DataSource target = delegating.getTargetDataSource();
                return target != null && leadsToANamedOne(target);
            }
            return source instanceof AbstractRoutingDataSource routing
                    && routing.getResolvedDataSources().values().stream().anyMatch(DataSources::leadsToANamedOne);
        }
    }
}
