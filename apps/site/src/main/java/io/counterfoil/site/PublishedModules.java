package io.counterfoil.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The modules that the bill of materials lists, in the order of the build. */
final class PublishedModules {

    private PublishedModules() {}

    static List<PublishedModule> of(Path root) throws IOException {
        Set<String> published = new HashSet<>();
        for (Element dependency : elements(pom(root.resolve("build/bom")), "dependency")) {
            published.add(child(dependency, "artifactId"));
        }
        List<PublishedModule> modules = new ArrayList<>();
        for (Element module : elements(pom(root), "module")) {
            Path folder = root.resolve(module.getTextContent());
            String artifact = child(pom(folder), "artifactId");
            Path sources = folder.resolve("src/main/java");
            // One that has resources alone has no API.
            if (published.remove(artifact) && Files.isDirectory(sources)) {
                modules.add(new PublishedModule(artifact, module.getTextContent(), sources));
            }
        }
        if (!published.isEmpty()) {
            throw new IllegalStateException("build/bom lists what is no module: " + published);
        }
        return modules;
    }

    private static Element pom(Path folder) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(folder.resolve("pom.xml").toFile())
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException unreadable) {
            throw new IOException("cannot read the pom of " + folder, unreadable);
        }
    }

    /** The text of a direct child. */
    private static String child(Element parent, String name) {
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            Node child = children.item(i);
            if (child.getNodeName().equals(name)) {
                return child.getTextContent();
            }
        }
        throw new IllegalArgumentException("no " + name + " in " + parent.getNodeName());
    }

    private static List<Element> elements(Element in, String name) {
        NodeList nodes = in.getElementsByTagName(name);
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }
}
