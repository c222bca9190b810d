package io.counterfoil.springboot.missing;

import io.counterfoil.springboot.CounterfoilStartUpException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;

/** Refuses entities of Spring Data JDBC with typed ids that no converter writes: they would be taken for entities of their own. */
record TypedIdEntityCheck(
        ObjectProvider<JdbcMappingContext> entities, ObjectProvider<JdbcCustomConversions> conversions)
        implements SmartInitializingSingleton {

    @Override
    public void afterSingletonsInstantiated() {
        entities.stream()
                .flatMap(context -> context.getPersistentEntities().stream())
                .forEach(this::check);
    }

    private void check(RelationalPersistentEntity<?> entity) {
        for (RelationalPersistentProperty property : entity) {
            Class<?> type = property.getActualType();
            if (TypedIdSearch.isId(type) && conversions.stream().noneMatch(known -> known.hasCustomWriteTarget(type))) {
                throw new CounterfoilStartUpException(
                        "%s.%s is a %s, which Spring Data JDBC has no converter for; %s is not on the class path."
                                .formatted(
                                        entity.getType().getSimpleName(),
                                        property.getName(),
                                        type.getSimpleName(),
                                        AddedModule.IDS.artifact()),
                        AddedModule.IDS.remedy());
            }
        }
    }
}
