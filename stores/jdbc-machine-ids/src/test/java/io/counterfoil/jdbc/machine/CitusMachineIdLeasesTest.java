package io.counterfoil.jdbc.machine;

import io.counterfoil.testkit.database.TestCitus;
import org.junit.jupiter.api.Tag;

@Tag("BM-1")
class CitusMachineIdLeasesTest extends MachineIdLeasesContract {

    CitusMachineIdLeasesTest() {
        super(TestCitus.freshDatabase());
    }
}
