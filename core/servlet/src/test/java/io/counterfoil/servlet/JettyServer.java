package io.counterfoil.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty. */
final class JettyServer implements TestServer {

    private final Server server;
    private final ServerConnector connector;

    JettyServer(Servlet servlet, List<Filter> filters, boolean virtual) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS + 10);
        if (virtual) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("jetty-virtual-"));
        }
        server = new Server(threads);
        connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
        ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
        // Its own page tells what was thrown; one would not have that in production.
        errors.addErrorPage(500, 599, TestServer.ERROR_PAGE);
        context.setErrorHandler(errors);
        ServletHolder all = holder("all", servlet);
        all.getRegistration().setMultipartConfig(MULTIPART);
        context.addServlet(all, "/*");
        context.addServlet(holder("bare", servlet), "/bare/*");
        context.addServlet(new ServletHolder("errors", new ContainersErrorPage()), TestServer.ERROR_PAGE);
        for (Filter filter : filters) {
            FilterHolder holder = new FilterHolder(filter);
            holder.setAsyncSupported(true);
            context.addFilter(
                    holder,
                    "/*",
                    filter instanceof EveryDispatch
                            ? EnumSet.allOf(DispatcherType.class)
                            : EnumSet.of(DispatcherType.REQUEST));
        }
        server.setHandler(context);
        server.start();
    }

    private static ServletHolder holder(String name, Servlet servlet) {
        ServletHolder holder = new ServletHolder(name, servlet);
        holder.setAsyncSupported(true);
        return holder;
    }

    @Override
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort() + path);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("Jetty does not stop", failure);
        }
    }
}
