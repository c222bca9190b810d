package io.counterfoil.samples.printed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documents of the repository: README, CONTRIBUTING, what is below docs, the applications' READMEs and the laboratory's notes. */
final class Documents {

    static final Path ROOT = Path.of("../..");

    private static final Pattern FENCE = Pattern.compile("^( *)```(.*)$");
    private static final Pattern MARKER = Pattern.compile("^<!-- (block|continues): ([a-z0-9-]+) -->$");

    /** How deep a document lies in one of the folders. */
    private static final int DEPTH = 2;

    private Documents() {}

    /** All blocks, in the order of the documents. */
    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path document : documents()) {
            blocks.addAll(blocks(ROOT.relativize(document).toString(), Files.readAllLines(document)));
        }
        return blocks;
    }

    static List<Block> blocks(String language) throws IOException {
        return blocks().stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    /** All documents: README and CONTRIBUTING first, then by their paths. */
    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        documents.add(ROOT.resolve("README.md"));
        documents.add(ROOT.resolve("CONTRIBUTING.md"));
        for (String folder : List.of("docs", "apps", "lab/notes")) {
            try (Stream<Path> files = Files.find(
                    ROOT.resolve(folder),
                    DEPTH,
                    (file, attributes) -> file.toString().endsWith(".md"))) {
                documents.addAll(files.sorted().toList());
            }
        }
        return documents;
    }

    static List<Block> blocks(String document, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        Optional<String> name = Optional.empty();
        Optional<String> continued = Optional.empty();
        for (int at = 0; at < lines.size(); at++) {
            Matcher marker = MARKER.matcher(lines.get(at));
            Matcher fence = FENCE.matcher(lines.get(at));
            if (marker.matches()) {
                name = marker.group(1).equals("block") ? Optional.of(marker.group(2)) : name;
                continued = marker.group(1).equals("continues") ? Optional.of(marker.group(2)) : continued;
            } else if (fence.matches()) {
                int first = at + 1;
                StringBuilder text = new StringBuilder();
                for (at++; !FENCE.matcher(lines.get(at)).matches(); at++) {
                    text.append(lines.get(at).replaceFirst("^" + fence.group(1), ""))
                            .append('\n');
                }
                blocks.add(new Block(document, first + 1, fence.group(2).strip(), text.toString(), name, continued));
                name = Optional.empty();
                continued = Optional.empty();
            }
        }
        return blocks;
    }
}
