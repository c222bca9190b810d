package io.counterfoil.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/** Tomcat. */
final class TomcatServer implements TestServer {

    private final Tomcat tomcat = new Tomcat();
    private final Path directory;

    TomcatServer(Servlet servlet, List<Filter> filters, boolean virtual) throws IOException, LifecycleException {
        directory = Files.createTempDirectory("counterfoil-tomcat-");
        tomcat.setBaseDir(directory.toString());
        tomcat.setSilent(true);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxThreads", Integer.toString(THREADS));
        if (virtual) {
            connector.getProtocolHandler().setExecutor(new VirtualThreadExecutor("tomcat-virtual-"));
        }
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", directory.toString());
        Wrapper all = Tomcat.addServlet(context, "all", servlet);
        all.setAsyncSupported(true);
        all.setMultipartConfigElement(MULTIPART);
        context.addServletMappingDecoded("/*", "all");
        Tomcat.addServlet(context, "bare", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/bare/*", "bare");
        // Its own page tells what was thrown; one would not have that in production.
        Tomcat.addServlet(context, "errors", new ContainersErrorPage());
        context.addServletMappingDecoded(ERROR_PAGE, "errors");
        ErrorPage page = new ErrorPage();
        page.setLocation(ERROR_PAGE);
        context.addErrorPage(page);
        for (Filter filter : filters) {
            add(context, filter);
        }
        tomcat.start();
    }

    private static void add(Context context, Filter filter) {
        FilterDef definition = new FilterDef();
        // Two filters may be of one class.
        definition.setFilterName("filter-" + context.findFilterDefs().length);
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName(definition.getFilterName());
        map.addURLPatternDecoded("/*");
        if (filter instanceof EveryDispatch) {
            for (DispatcherType type : DispatcherType.values()) {
                map.setDispatcher(type.name());
            }
        }
        context.addFilterMap(map);
    }

    @Override
    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path);
    }

    @Override
    public void close() {
        try {
            tomcat.stop();
            tomcat.destroy();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).forEach(TomcatServer::delete);
            }
        } catch (LifecycleException | IOException failure) {
            throw new IllegalStateException("Tomcat does not stop", failure);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
