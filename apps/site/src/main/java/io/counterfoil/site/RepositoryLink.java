package io.counterfoil.site;

import java.nio.file.Path;

/**
 * Where a link of a document leads.
 *
 * @param path in the repository, with slashes; empty for another host
 * @param anchor empty for none
 */
record RepositoryLink(String path, String anchor) {

    private static final RepositoryLink ELSEWHERE = new RepositoryLink("", "");

    /** @param document the path of the document that has the link */
    static RepositoryLink from(String document, String destination) {
        if (destination.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")) {
            return ELSEWHERE;
        }
        int hash = destination.indexOf('#');
        String file = hash < 0 ? destination : destination.substring(0, hash);
        String anchor = hash < 0 ? "" : destination.substring(hash + 1);
        String path = file.isEmpty()
                ? document
                : Path.of(document).resolveSibling(file).normalize().toString().replace('\\', '/');
        return new RepositoryLink(path, anchor);
    }

    boolean isElsewhere() {
        return path.isEmpty();
    }
}
