package io.counterfoil.compiler;

import com.google.errorprone.BaseErrorProneJavaCompiler;
import com.google.errorprone.bugpatterns.DefaultLocale;
import com.google.errorprone.scanner.BuiltInCheckerSuppliers;
import com.google.errorprone.scanner.ScannerSupplier;
import com.uber.nullaway.NullAway;
import javax.inject.Named;
import javax.inject.Singleton;
import javax.tools.JavaCompiler;
import org.codehaus.plexus.compiler.javac.InProcessCompiler;
import org.codehaus.plexus.compiler.javac.JavacCompiler;
import org.codehaus.plexus.compiler.javac.JavaxToolsCompiler;

/**
 * Javac with Error Prone and NullAway, for Maven: {@code <compilerId>javac-with-checks</compilerId>}.
 *
 * <p>As plug-ins of javac both would be loaded, and compiled by the JVM, anew for each compilation; that took longer than compiling. As part of
 * Maven's plug-in they are loaded once for a build.
 */
@Named("javac-with-checks")
@Singleton
public class CheckingCompiler extends JavacCompiler {

    private final InProcessCompiler compiler = new JavaxToolsCompiler() {
        @Override
        protected JavaCompiler newJavaCompiler() {
            return new BaseErrorProneJavaCompiler(BuiltInCheckerSuppliers.defaultChecks()
                    .plus(ScannerSupplier.fromBugCheckerClasses(NullAway.class, DefaultLocale.class)));
        }
    };

    @Override
    public String getCompilerId() {
        return "javac-with-checks";
    }

    @Override
    protected InProcessCompiler inProcessCompiler() {
        return compiler;
    }
}
