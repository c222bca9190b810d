package io.counterfoil.servlet;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.http.Application;
import io.counterfoil.testkit.http.Backend;
import io.counterfoil.testkit.http.ContractServer;
import io.counterfoil.testkit.http.Effects;
import io.counterfoil.testkit.http.Feature;
import io.counterfoil.testkit.http.HttpContract;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;

/** The contract on one container, in one mode. */
abstract class ServletContract extends HttpContract {

    private final Container container;
    private final boolean virtual;
    private final Mode mode;
    private Optional<HikariDataSource> pool = Optional.empty();

    /** Where records and effects live. */
    enum Mode {
        TRANSACTIONAL,
        LEASES,
        TRANSACTIONAL_ON_POSTGRES,
        LEASES_ON_POSTGRES
    }

    ServletContract(Container container, boolean virtual, Mode mode) {
        this.container = container;
        this.virtual = virtual;
        this.mode = mode;
    }

    @Override
    protected Backend openBackend() throws SQLException {
        return switch (mode) {
            case TRANSACTIONAL -> Backend.transactionalInMemory();
            case LEASES -> Backend.leasesInMemory();
            case TRANSACTIONAL_ON_POSTGRES -> transactional(freshDatabase());
            case LEASES_ON_POSTGRES -> leases(freshDatabase());
        };
    }

    private static Backend transactional(DataSource database) throws SQLException {
        JdbcClaimStore store = JdbcClaimStore.on(database);
        return Backend.transactional(store, Effects.inTransaction(store::connection, database));
    }

    private static Backend leases(DataSource database) throws SQLException {
        return Backend.leases(new JdbcLeaseStore(database), Effects.external(database));
    }

    private DataSource freshDatabase() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(TestPostgres.freshDatabase().dataSource());
        config.setMaximumPoolSize(10);
        config.setConnectionTimeout(120_000);
        HikariDataSource opened = new HikariDataSource(config);
        pool = Optional.of(opened);
        JdbcSchema.create(opened);
        return opened;
    }

    @AfterAll
    void closePool() {
        pool.ifPresent(HikariDataSource::close);
    }

    @Override
    protected ContractServer startServer(Endpoints endpoints, Application application) throws Exception {
        Filter[] filters = {
            new ThreadFilter(virtual),
            new CorrelationFilter(HeaderNames.DEFAULT),
            new PrincipalFilter(),
            new IdempotencyFilter(endpoints)
        };
        ContractServlet servlet = new ContractServlet(application);
        TestServer server =
                virtual ? container.startOnVirtualThreads(servlet, filters) : container.start(servlet, filters);
        return new ContractServer() {
            @Override
            public URI uri() {
                return server.uri("/");
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    @Override
    protected Set<Feature> features() {
        return EnumSet.allOf(Feature.class);
    }

    /** Lets nothing pass on a thread of the other kind: it would prove nothing. */
    private static final class ThreadFilter extends HttpFilter {

        private static final long serialVersionUID = 1L;

        private final boolean virtual;

        ThreadFilter(boolean virtual) {
            this.virtual = virtual;
        }

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (virtual != Thread.currentThread().getClass().getName().endsWith("VirtualThread")) {
                throw new IllegalStateException(Thread.currentThread() + " is not of the kind that is to be proved");
            }
            chain.doFilter(request, response);
        }
    }

    /** What a container's or a framework's authentication does. */
    private static final class PrincipalFilter extends HttpFilter {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String name = request.getHeader(ContractServer.PRINCIPAL_FIELD);
            Principal principal = () -> name;
            chain.doFilter(
                    name == null
                            ? request
                            : new HttpServletRequestWrapper(request) {
                                @Override
                                public Principal getUserPrincipal() {
                                    return principal;
                                }
                            },
                    response);
        }
    }
}
