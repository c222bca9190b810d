package io.counterfoil.jdbc.machine;

import io.counterfoil.testkit.database.TestCitus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@Tag("BM-1")
@EnabledIfSystemProperty(named = "soak.contracts", matches = "\\d+", disabledReason = "a part of ./soak citus alone")
class CitusMachineIdLeasesTest extends MachineIdLeasesContract {

    CitusMachineIdLeasesTest() {
        super(TestCitus.freshDatabase());
    }
}
