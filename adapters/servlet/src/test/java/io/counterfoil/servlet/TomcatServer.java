package io.counterfoil.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A real Tomcat on a free port of 127.0.0.1, with filters in front of one servlet. */
final class TomcatServer implements AutoCloseable {

    private final Tomcat tomcat = new Tomcat();
    private final Path directory;

    TomcatServer(Servlet servlet, Filter... filters) throws IOException, LifecycleException {
        directory = Files.createTempDirectory("counterfoil-tomcat-");
        tomcat.setBaseDir(directory.toString());
        tomcat.setSilent(true);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "servlet", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "servlet");
        for (Filter filter : filters) {
            add(context, filter);
        }
        tomcat.start();
    }

    private static void add(Context context, Filter filter) {
        FilterDef definition = new FilterDef();
        definition.setFilterName(filter.getClass().getName());
        definition.setFilter(filter);
        definition.setAsyncSupported("true");
        context.addFilterDef(definition);
        FilterMap map = new FilterMap();
        map.setFilterName(definition.getFilterName());
        map.addURLPatternDecoded("/*");
        context.addFilterMap(map);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path);
    }

    @Override
    public void close() throws LifecycleException, IOException {
        tomcat.stop();
        tomcat.destroy();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(TomcatServer::delete);
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
