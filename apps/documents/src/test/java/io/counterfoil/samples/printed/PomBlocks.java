package io.counterfoil.samples.printed;

import io.counterfoil.testkit.packed.PublishedModules;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Checks parts of a pom: they are XML, and each dependency of ours is published, in the version that is printed or else by the BOM. */
final class PomBlocks {

    private final PublishedModules modules;
    private final String bom;

    PomBlocks(PublishedModules modules) throws IOException {
        this.modules = modules;
        this.bom = Files.readString(Documents.ROOT.resolve("build/bom/pom.xml"));
    }

    List<String> faults(List<Block> blocks) throws IOException {
        List<String> faults = new ArrayList<>();
        for (Block block : blocks) {
            try {
                NodeList dependencies = read("<pom>" + block.text() + "</pom>").getElementsByTagName("dependency");
                for (int at = 0; at < dependencies.getLength(); at++) {
                    Element dependency = (Element) dependencies.item(at);
                    if (!isKnown(dependency)) {
                        faults.add(block.where() + ": not published: "
                                + dependency.getTextContent().strip());
                    }
                }
            } catch (SAXException | ParserConfigurationException broken) {
                faults.add(block.where() + ": " + broken.getMessage());
            }
        }
        return faults;
    }

    private boolean isKnown(Element dependency) {
        String artifact = text(dependency, "artifactId");
        String version = text(dependency, "version");
        boolean versioned = version.isEmpty()
                ? bom.contains("<artifactId>" + artifact + "</artifactId>")
                : version.equals(modules.version());
        Path published = modules.repository().resolve("io/counterfoil").resolve(artifact);
        return text(dependency, "groupId").equals("io.counterfoil") && versioned && Files.isDirectory(published);
    }

    private static String text(Element dependency, String name) {
        NodeList found = dependency.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }

    private static Document read(String text) throws IOException, SAXException, ParserConfigurationException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
