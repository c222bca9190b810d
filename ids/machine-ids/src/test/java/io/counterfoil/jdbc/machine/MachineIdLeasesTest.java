package io.counterfoil.jdbc.machine;

import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;

class MachineIdLeasesTest extends MachineIdLeasesContract {

    MachineIdLeasesTest() {
        super(List.of(TestPostgres.freshDatabase()));
    }
}
