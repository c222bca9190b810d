package io.counterfoil.samples.printed;

import java.net.URI;
import javax.tools.SimpleJavaFileObject;

/** A source in memory. */
final class PrintedSource extends SimpleJavaFileObject {

    private final String text;

    PrintedSource(String name, String text) {
        super(URI.create("printed:///" + name.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
        this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }
}
