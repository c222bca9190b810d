package io.counterfoil.architecture;

import io.counterfoil.testkit.packed.ReactorModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The modules of this build by artifact ID, as their poms declare them. Immutable. */
final class Poms {

    private static final String GROUP = "io.counterfoil";

    private final Map<String, Pom> poms;

    private Poms(Map<String, Pom> poms) {
        this.poms = poms;
    }

    /** @param root the directory of the parent pom */
    static Poms in(Path root) {
        Map<String, Pom> found = new TreeMap<>();
        for (String module : ReactorModules.of(root)) {
            Element project = read(root.resolve(module).resolve("pom.xml"));
            boolean published = isPublished(root, root.resolve(module));
            found.put(text(project, "artifactId"), new Pom(dependencies(project), isPacked(project), published));
        }
        return new Poms(found);
    }

    /** The modules whose dependencies are packed with them into one jar. */
    List<String> packed() {
        return poms.keySet().stream().filter(name -> poms.get(name).packed()).toList();
    }

    /** The modules that a release publishes as jars. */
    List<String> published() {
        return poms.keySet().stream().filter(name -> poms.get(name).published()).toList();
    }

    /** The modules of this build that another one, as published, depends on: those of its tests are not resolved by its users. */
    List<String> neededByUsersOf(String module) {
        return pom(module).dependencies().stream()
                .filter(dependency -> dependency.group().equals(GROUP) && dependency.isForMain())
                .map(Dependency::artifact)
                .toList();
    }

    /** The artifacts whose versions a pom manages; what it imports is not among them. */
    static List<String> managed(Path pom) {
        return children(read(pom), "dependencyManagement").stream()
                .flatMap(management -> dependencies(management).stream())
                .filter(dependency -> dependency.group().equals(GROUP))
                .map(Dependency::artifact)
                .toList();
    }

    /** The module and all modules of this build that are on its class path at run time. */
    Set<String> runtimeModules(String module) {
        Set<String> reached = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(module));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (reached.add(next)) {
                pom(next).dependencies().stream()
                        .filter(dependency -> dependency.group().equals(GROUP) && dependency.isForRuntime())
                        .forEach(dependency -> open.add(dependency.artifact()));
            }
        }
        return reached;
    }

    /** What the main classes of a module can use, optional dependencies included: {@code group:artifact}. */
    List<String> compiledWith(String module) {
        return pom(module).dependencies().stream()
                .filter(Dependency::isForMain)
                .map(dependency -> dependency.group() + ":" + dependency.artifact())
                .toList();
    }

    /** The modules that cannot be built without the tests of another one, outside of profiles. */
    List<String> needingTestsOfOthers() {
        return poms.entrySet().stream()
                .filter(entry -> entry.getValue().dependencies().stream()
                        .anyMatch(dependency -> dependency.type().equals("test-jar")))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Pom pom(String module) {
        return Optional.ofNullable(poms.get(module))
                .orElseThrow(() -> new IllegalArgumentException("no module " + module));
    }

    /** Unless the module, or the folder's pom that it stands under, says that it is not deployed. */
    private static boolean isPublished(Path root, Path module) {
        Path folder = module;
        while (!folder.equals(root)) {
            Path pom = folder.resolve("pom.xml");
            if (Files.exists(pom)
                    && children(read(pom), "properties").stream()
                            .anyMatch(properties ->
                                    text(properties, "maven.deploy.skip").equals("true"))) {
                return false;
            }
            folder = folder.getParent();
        }
        return !text(read(module.resolve("pom.xml")), "packaging").equals("pom");
    }

    private static boolean isPacked(Element project) {
        return elements(project, "plugin").stream()
                .map(plugin -> text(plugin, "artifactId"))
                .anyMatch(plugin -> plugin.equals("maven-shade-plugin") || plugin.equals("spring-boot-maven-plugin"));
    }

    private static List<Dependency> dependencies(Element project) {
        return children(project, "dependencies").stream()
                .flatMap(declared -> children(declared, "dependency").stream())
                .map(each -> new Dependency(
                        text(each, "groupId"),
                        text(each, "artifactId"),
                        text(each, "scope"),
                        text(each, "type"),
                        text(each, "optional").equals("true")))
                .toList();
    }

    private static Element read(Path file) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException unreadable) {
            throw new IllegalStateException("cannot read " + file, unreadable);
        }
    }

    private static List<Element> elements(Element in, String name) {
        return elements(in.getElementsByTagName(name));
    }

    private static List<Element> children(Element in, String name) {
        return elements(in.getChildNodes()).stream()
                .filter(child -> child.getTagName().equals(name))
                .toList();
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    private static String text(Element in, String child) {
        return children(in, child).stream()
                .map(element -> element.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private record Pom(List<Dependency> dependencies, boolean packed, boolean published) {}

    /** @param scope empty for the default, which is compile: the parent manages no scope */
    private record Dependency(String group, String artifact, String scope, String type, boolean optional) {

        boolean isForMain() {
            return !scope.equals("test");
        }

        boolean isForRuntime() {
            return isForMain() && !scope.equals("provided") && !optional;
        }
    }
}
