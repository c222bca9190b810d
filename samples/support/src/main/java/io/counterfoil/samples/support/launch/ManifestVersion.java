package io.counterfoil.samples.support.launch;

import picocli.CommandLine.IVersionProvider;

/** The version that is in the manifest of a program's jar; for picocli to make a subclass of. */
public abstract class ManifestVersion implements IVersionProvider {

    private final String name;
    private final Class<?> program;

    /**
     * @param name of the program, which is printed first
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
