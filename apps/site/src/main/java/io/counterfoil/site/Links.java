package io.counterfoil.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Rewrites the links of documents: to pages, to files that are copied beside them, or to the repository's address. */
final class Links {

    private final Pages pages;
    private final Path root;
    private final String repository;
    private final Faults faults;
    private final Map<String, String> copies = new TreeMap<>();

    /** @param repository the address of the repository, without a slash at its end */
    Links(Pages pages, Path root, String repository, Faults faults) {
        this.pages = pages;
        this.root = root;
        this.repository = repository;
        this.faults = faults;
    }

    /** The address on the site for a link of a page. A link that leads nowhere is a fault. */
    String href(SitePage from, String destination) {
        RepositoryLink target = RepositoryLink.from(from.source(), destination);
        if (target.isElsewhere()) {
            return destination;
        }
        return pages.find(target.path())
                .map(page -> toPage(from, page, target.anchor()))
                .orElseGet(() -> toFile(from, target.path(), destination));
    }

    /** The file of an image, which must be in the repository, and its address on the site. */
    SiteImage image(SitePage from, String destination) {
        String path = RepositoryLink.from(from.source(), destination).path();
        Path file = root.resolve(path);
        if (path.isEmpty() || !Files.isRegularFile(file)) {
            faults.add(from.source(), destination + " is no image of the repository");
            return SiteImage.missing();
        }
        return SiteImage.read(file, from.pathTo(copy(from, path)));
    }

    /** Copies the files that pages link to. */
    void copyTo(Path target) throws IOException {
        for (Map.Entry<String, String> copy : copies.entrySet()) {
            Path to = target.resolve(copy.getKey());
            Files.createDirectories(to.resolveSibling("."));
            Files.copy(root.resolve(copy.getValue()), to);
        }
    }

    private String toPage(SitePage from, SitePage to, String anchor) {
        if (!anchor.isEmpty() && !to.hasAnchor(anchor)) {
            faults.add(from.source(), "there is no heading #" + anchor + " in " + to.source());
        }
        String fragment = anchor.isEmpty() ? "" : "#" + anchor;
        return from.equals(to) && !anchor.isEmpty() ? fragment : from.pathTo(to.url()) + fragment;
    }

    private String toFile(SitePage from, String path, String destination) {
        Path file = root.resolve(path);
        if (path.startsWith("..") || !Files.exists(file)) {
            faults.add(from.source(), destination + " leads nowhere");
            return "";
        }
        if (Files.isDirectory(file)) {
            return repository + "/tree/main/" + path;
        }
        return path.startsWith("docs/") ? from.pathTo(copy(from, path)) : repository + "/blob/main/" + path;
    }

    /** Files of the documents keep their place; others are copied into one folder. */
    private String copy(SitePage from, String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String url = path.startsWith("docs/") ? path.substring("docs/".length()) : "images/" + name;
        String other = copies.putIfAbsent(url, path);
        if (other != null && !other.equals(path)) {
            faults.add(from.source(), path + " and " + other + " have the same name");
        }
        return url;
    }
}
