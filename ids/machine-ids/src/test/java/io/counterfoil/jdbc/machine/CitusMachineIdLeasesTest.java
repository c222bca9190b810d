package io.counterfoil.jdbc.machine;

import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.Tag;

@Tag("BM-1")
@SoakOnly("contracts")
class CitusMachineIdLeasesTest extends MachineIdLeasesContract {

    CitusMachineIdLeasesTest() {
        super(TestCitus.freshDatabase());
    }
}
