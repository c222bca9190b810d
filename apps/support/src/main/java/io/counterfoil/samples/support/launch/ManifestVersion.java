package io.counterfoil.samples.support.launch;

import picocli.CommandLine.IVersionProvider;

/** The version from the manifest of a program's jar, for subclasses that picocli instantiates. */
public abstract class ManifestVersion implements IVersionProvider {

    private final String name;
    private final Class<?> program;

    /**
     * Creates a provider.
     *
     * @param name the name of the program, which is printed first
     * @param program a class of its jar
     */
    protected ManifestVersion(String name, Class<?> program) {
        this.name = name;
        this.program = program;
    }

    @Override
    public final String[] getVersion() {
        String version = program.getPackage().getImplementationVersion();
        return new String[] {name + " " + (version == null ? "(not packaged)" : version)};
    }
}
