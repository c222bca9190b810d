package io.counterfoil.jackson;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** Ids as an application defines them. */
final class SampleIds {

    private SampleIds() {}

    /** With no more than a type needs. */
    @Prefix("acct")
    record AccountId(UUID value) implements TypedId<AccountId> {}

    /** With all that is worth having. */
    @Prefix(value = "sess", format = IdFormat.BASE32)
    record SessionId(UUID value) implements TypedId<SessionId> {
        static final IdType<SessionId> TYPE = IdType.of(SessionId.class, SessionId::new);

        @Override
        public String toString() {
            return text();
        }
    }

    /** What can own something. */
    interface OwnerId<T extends OwnerId<T>> extends TypedId<T> {}

    @Prefix("person")
    record PersonId(UUID value) implements OwnerId<PersonId> {}

    @Prefix("company")
    record CompanyId(UUID value) implements OwnerId<CompanyId> {}

    /** No record, and with getters that a bean would have. */
    @Prefix("ticket")
    static final class TicketId implements TypedId<TicketId> {
        private final UUID value;

        TicketId(UUID value) {
            this.value = value;
        }

        @Override
        public UUID value() {
            return value;
        }

        public int getVersion() {
            return value.version();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof TicketId id && id.value.equals(value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    record WithoutPrefixId(UUID value) implements TypedId<WithoutPrefixId> {}

    @Prefix("twice")
    record FirstId(UUID value) implements TypedId<FirstId> {}

    @Prefix("twice")
    record SecondId(UUID value) implements TypedId<SecondId> {}
}
