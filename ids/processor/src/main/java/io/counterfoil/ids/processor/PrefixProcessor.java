package io.counterfoil.ids.processor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic.Kind;

/**
 * Annotation processor for {@code io.counterfoil.ids.Prefix}: what would be an exception when a type of ids is first met is an
 * error of the compiler, at the class.
 *
 * <p><b>Refused</b> are: a prefix against the rules; one prefix for two classes, an alternative one too; alternatives of which two
 * could read one text differently; a format that the value has not; a class that is no {@code TypedId} (or its like) of itself; a
 * class that cannot be made (abstract, an enum, an inner class that is not static); one without a constructor of its
 * value; and one that is neither a record nor has {@code equals} and {@code hashCode}.
 *
 * <p><b>Two resources are written</b> into the class output, the same bytes for the same classes: {@value PrefixIndex#PATH},
 * which {@code IdTypes.discover} reads at run time, and the metadata that a GraalVM native image needs to find the classes and
 * their constructors, {@code META-INF/native-image/<project>/reachability-metadata.json} (read by GraalVM for JDK 23 and later).
 * The option {@value #PROJECT_OPTION} names the project, as in {@code -Acounterfoil.project=com.example/orders}; give it where
 * jars are merged into one, so that none overwrites the other's.
 *
 * <p><b>Incremental compilation.</b> The processor aggregates: both resources are of all classes of the output together. A
 * compiler that is given some of the sources finds the other classes in the index of the last run, and keeps those that it still
 * sees, on its class path, with the same prefix; a class file whose source is gone is still there. Gradle knows the processor as
 * aggregating, and gives it all classes. Where no annotated class is compiled at all the processor does not run, so that the
 * index of the last one that was deleted stays until a build from clean.
 *
 * <p><b>Prefixes of other jars</b> are not seen here: a processor cannot list the resources of a class path. {@code
 * IdTypes.discover} does, at start, and names both classes of a clash.
 */
public final class PrefixProcessor extends AbstractProcessor {

    /** Where the metadata for native images goes, below {@code META-INF/native-image/}: usually group and artifact. */
    public static final String PROJECT_OPTION = "counterfoil.project";

    private static final String DEFAULT_PROJECT = "io.counterfoil/prefixes";
    private static final Pattern PROJECT =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    /** Binary names by prefix: of the classes of this compilation, and of the earlier ones that are still there. */
    private final Map<String, String> index = new TreeMap<>();

    /** As the index, with the alternative prefixes; a look-up disregards case. */
    private final Map<String, String> taken = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** What the ids are over, by the binary names of the classes. */
    private final Map<String, String> values = new TreeMap<>();

    private final List<TypeElement> compiled = new ArrayList<>();

    /** For the compiler. */
    public PrefixProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(IdClasses.PREFIX);
    }

    @Override
    public Set<String> getSupportedOptions() {
        return Set.of(PROJECT_OPTION);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    @SuppressWarnings("DoNotClaimAnnotations") // -Xlint:processing warns of an annotation that no processor claims
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        IdClasses rules = new IdClasses(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
        try {
            if (compiled.isEmpty()) {
                keepWhatIsStillThere(rules);
            }
            for (TypeElement annotation : annotations) {
                ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation)).stream()
                        .sorted(Comparator.comparing(rules::binaryName))
                        .forEach(idClass -> check(idClass, rules));
            }
            if (round.processingOver() && !round.errorRaised() && !compiled.isEmpty()) {
                write();
            }
        } catch (IOException e) {
            error("%s: %s".formatted(PrefixIndex.PATH, e));
        }
        return true;
    }

    private void keepWhatIsStillThere(IdClasses rules) throws IOException {
        PrefixIndex.read(processingEnv.getFiler()).forEach((prefix, name) -> {
            rules.find(name, prefix).ifPresent(idClass -> {
                index.put(prefix, name);
                taken.put(prefix, name);
                rules.value(idClass).ifPresent(value -> values.put(name, value));
                rules.alternativePrefixes(idClass).forEach(alternative -> taken.putIfAbsent(alternative, name));
            });
        });
    }

    private void check(TypeElement idClass, IdClasses rules) {
        compiled.add(idClass);
        rules.value(idClass).ifPresent(value -> values.put(rules.binaryName(idClass), value));
        rules.fault(idClass).ifPresent(fault -> processingEnv.getMessager().printMessage(Kind.ERROR, fault, idClass));
        IdClasses.annotation(idClass)
                .ifPresent(annotation -> IdClasses.prefix(annotation)
                        .ifPresent(value -> prefixFault(value.getValue().toString(), rules.binaryName(idClass))
                                .ifPresent(fault -> processingEnv
                                        .getMessager()
                                        .printMessage(Kind.ERROR, fault, idClass, annotation, value))));
        for (String alternative : rules.alternativePrefixes(idClass)) {
            clash(alternative, rules.binaryName(idClass))
                    .ifPresent(fault -> processingEnv.getMessager().printMessage(Kind.ERROR, fault, idClass));
        }
    }

    private Optional<String> prefixFault(String prefix, String name) {
        if (!Forms.PREFIX.matcher(prefix).matches()) {
            return Optional.of(
                    "prefix \"%s\" of %s must be 1 to 63 characters of a-z, A-Z, 0-9 and _, with no underscore first or last"
                            .formatted(prefix, name));
        }
        Optional<String> clash = clash(prefix, name);
        if (clash.isEmpty()) {
            index.put(prefix, name);
        }
        return clash;
    }

    private Optional<String> clash(String prefix, String name) {
        String other = taken.putIfAbsent(prefix, name);
        return other == null || other.equals(name)
                ? Optional.empty()
                : Optional.of("prefix \"%s\" already belongs to %s and cannot be defined for %s"
                        .formatted(prefix, other, name));
    }

    private void write() throws IOException {
        String project = processingEnv.getOptions().getOrDefault(PROJECT_OPTION, DEFAULT_PROJECT);
        if (!PROJECT.matcher(project).matches()) {
            error("option %s must be names joined by slashes, such as com.example/orders, and is \"%s\""
                    .formatted(PROJECT_OPTION, project));
            return;
        }
        TypeElement[] sources = compiled.toArray(TypeElement[]::new);
        PrefixIndex.write(index, processingEnv.getFiler(), sources);
        PrefixIndex.write(
                NativeImageMetadata.json(values), NativeImageMetadata.path(project), processingEnv.getFiler(), sources);
    }

    private void error(String message) {
        processingEnv.getMessager().printMessage(Kind.ERROR, message);
    }
}
