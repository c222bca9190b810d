package io.counterfoil.site;

import java.nio.file.Path;

/**
 * A module that users can depend on.
 *
 * @param folder relative to the root of the repository, with slashes
 */
record PublishedModule(String artifact, String folder, Path sources) {

    /** The first part of its folder: core, spring. */
    String group() {
        return folder.substring(0, folder.indexOf('/'));
    }
}
