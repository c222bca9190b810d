package io.counterfoil.hibernate;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.DeviceId;
import io.counterfoil.hibernate.Ids.DocumentId;
import io.counterfoil.hibernate.Ids.TagId;
import io.counterfoil.hibernate.Ids.TokenId;
import io.counterfoil.hibernate.Ids.TransferId;
import io.counterfoil.ids.TypedId;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** Entities as an application writes them. */
final class Model {

    static final Class<?>[] ENTITIES = {
        Account.class, Transfer.class, Seat.class, Token.class, TokenUse.class, Document.class, Line.class
    };

    private Model() {}

    @Entity(name = "Account")
    static class Account {
        @Id
        @GeneratedId
        @Nullable
        AccountId id;

        String owner;

        @Nullable
        DeviceId device;

        @ElementCollection
        @Column(name = "tag")
        Set<TagId> tags = new HashSet<>();

        @ElementCollection
        Map<DeviceId, String> names = new HashMap<>();

        Account() {
            this("nobody");
        }

        Account(String owner) {
            this.owner = owner;
        }
    }

    /** Its identifier is assigned, without any annotation of ours. */
    @Entity(name = "Transfer")
    static class Transfer {
        @Id
        @Nullable
        TransferId id;

        @ManyToOne(fetch = FetchType.LAZY)
        @JoinColumn(name = "account_id")
        @Nullable
        Account account;

        Transfer() {}

        Transfer(TransferId id, Account account) {
            this.id = id;
            this.account = account;
        }
    }

    @Embeddable
    record SeatId(AccountId account, int number) {}

    @Entity(name = "Seat")
    static class Seat {
        @EmbeddedId
        @Nullable
        SeatId id;

        Seat() {}

        Seat(SeatId id) {
            this.id = id;
        }
    }

    /** Its identifier is a text in the database. */
    @Entity(name = "Token")
    static class Token {
        @Id
        @GeneratedId(IdAlgorithm.UUID_V4)
        @JdbcTypeCode(SqlTypes.VARCHAR)
        @Nullable
        TokenId id;
    }

    @Entity(name = "TokenUse")
    static class TokenUse {
        @Id
        @GeneratedId
        @Nullable
        UUID id;

        @ManyToOne
        @JoinColumn(name = "token_id")
        @Nullable
        Token token;
    }

    @MappedSuperclass
    abstract static class Base<I extends TypedId<I>> {
        @Id
        @GeneratedId
        @Nullable
        I id;
    }

    /** The class of its identifier is named as a type argument only. */
    @Entity(name = "Document")
    static class Document extends Base<DocumentId> {}

    /** Suffix form in the columns. */
    @Entity(name = "Line")
    static class Line {
        @Id
        @GeneratedId(IdAlgorithm.COMB)
        @SuffixForm
        @Nullable
        AccountId id;

        @SuffixForm
        @Nullable
        UUID plain;

        /** The same class of ids, in prefix form. */
        @Nullable
        AccountId other;

        @ManyToOne
        @JoinColumn(name = "parent_id")
        @Nullable
        Line parent;
    }
}
