package io.counterfoil.site;

import java.nio.file.Path;

/**
 * A public type of a published module.
 *
 * @param source the file that declares it
 * @param name with its host's before it, with a dot, if it is nested
 */
record PublicType(PublicPackage home, Path source, String name) {

    /** Of its Javadoc, relative to the site's root. */
    String url() {
        return Javadoc.FOLDER + "/" + home.name().replace('.', '/') + "/" + name + ".html";
    }
}
