package io.counterfoil.hibernate;

import javax.sql.DataSource;

class OtherValuesH2Test extends OtherValuesContract {

    @Override
    DataSource freshDatabase() {
        return TypedIdH2Test.inMemory();
    }

    @Override
    String bytesColumn() {
        return "binary";
    }
}
