package io.counterfoil.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of this repository, without Javadoc. */
final class RealSite {

    static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
    private static final Pattern REFERENCE = Pattern.compile(" (?:href|src)=\"([^\"]*)\"");

    private final Path target;

    RealSite(Path target) throws IOException {
        this.target = target;
        new Site(ROOT, System.getProperty("site.repository")).writePages(target);
    }

    /** The paths of all pages, with slashes. */
    List<String> pages() {
        try (Stream<Path> files = Files.walk(target)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .map(file -> target.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The address of a page on the disk. */
    String url(String page) {
        return target.resolve(page).toUri().toString();
    }

    String text(String path) {
        try {
            return Files.readString(target.resolve(path));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What a page refers to on this site, as it is written. */
    List<String> references(String page) {
        return REFERENCE
                .matcher(text(page))
                .results()
                .map(found -> found.group(1))
                .filter(reference -> !reference.matches("[a-z]+:.*"))
                .toList();
    }

    /** Whether a file is there that a page refers to, and the element in it. That of a type's Javadoc is, if the type is public. */
    boolean has(String page, String reference) {
        int hash = reference.indexOf('#');
        String file = hash < 0 ? reference : reference.substring(0, hash);
        Path path = file.isEmpty()
                ? target.resolve(page)
                : target.resolve(page).resolveSibling(file).normalize();
        String found = target.relativize(path).toString().replace('\\', '/');
        if (found.startsWith("api/")) {
            return found.equals("api/index.html") || text("search-index.js").contains("\"" + found + "\"");
        }
        return Files.isRegularFile(path) && (hash < 0 || ids(found).contains(reference.substring(hash + 1)));
    }

    /** A file, or nothing. */
    byte[] file(String path) throws IOException {
        Path file = target.resolve(path).normalize();
        return file.startsWith(target) && Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
    }

    private Set<String> ids(String page) {
        Matcher ids = ID.matcher(text(page));
        return ids.results().map(found -> found.group(1)).collect(Collectors.toSet());
    }
}
