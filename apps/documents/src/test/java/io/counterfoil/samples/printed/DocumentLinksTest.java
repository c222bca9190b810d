package io.counterfoil.samples.printed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links between documents lead to a file, and to a heading in it; README and guides have lines that a terminal shows whole. */
class DocumentLinksTest {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final int WIDTH = 120;

    @Test
    void links_betweenDocuments_leadToFilesAndHeadings() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Path document : Documents.documents()) {
            String text = prose(document);
            for (MatchResult link : LINK.matcher(text).results().toList()) {
                String target = link.group(1);
                if (!target.contains(":") && !leadsSomewhere(document, target)) {
                    faults.add(Documents.ROOT.relativize(document) + ": " + target);
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void lines_ofReadmeAndGuides_haveAtMost120Characters() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Path document : Documents.documents()) {
            String name = Documents.ROOT.relativize(document).toString();
            if (!name.contains("/") || name.startsWith("docs/guides/")) {
                Files.readAllLines(document).stream()
                        .filter(line -> line.codePointCount(0, line.length()) > WIDTH)
                        .forEach(line -> faults.add(name + ": " + line));
            }
        }
        assertThat(faults).isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String target) throws IOException {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty() ? document : document.resolveSibling(path);
        return Files.exists(file)
                && (hash < 0
                        || !file.toString().endsWith(".md")
                        || anchors(file).contains(target.substring(hash + 1)));
    }

    private static String prose(Path document) throws IOException {
        return CODE.matcher(Files.readString(document)).replaceAll("");
    }

    /** The anchors that code hosts make of headings. */
    private static Set<String> anchors(Path document) throws IOException {
        return HEADING.matcher(prose(document))
                .results()
                .map(heading -> heading.group(1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
