package io.counterfoil.site;

import java.io.IOException;
import java.nio.file.Path;

/** Makes the site: {@code Main ROOT TARGET REPOSITORY}. The class path is that of the Javadoc. */
public final class Main {

    private static final int ARGUMENTS = 3;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != ARGUMENTS) {
            throw new IllegalArgumentException("usage: Main ROOT TARGET REPOSITORY");
        }
        Path target = Site.emptied(Path.of(arguments[1]).toAbsolutePath().normalize());
        Site site = new Site(Path.of(arguments[0]).toAbsolutePath().normalize(), arguments[2]);
        try {
            int pages = site.writePages(target);
            site.writeJavadoc(System.getProperty("java.class.path"), target);
            System.out.println(pages + " pages: " + target.resolve("index.html"));
        } catch (FaultyDocumentsException faulty) {
            System.err.println(faulty.getMessage());
            System.exit(1);
        }
    }
}
