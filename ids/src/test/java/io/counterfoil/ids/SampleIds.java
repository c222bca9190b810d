package io.counterfoil.ids;

import java.util.UUID;

/** Ids as an application defines them. */
final class SampleIds {

    private SampleIds() {}

    record LedgerId(UUID uuid) implements TypedId {
        static final IdType<LedgerId> TYPE = IdType.define("ldg", LedgerId.class, LedgerId::new);

        @Override
        public IdType<LedgerId> type() {
            return TYPE;
        }

        @Override
        public String toString() {
            return text();
        }
    }

    record PostId(UUID uuid) implements TypedId {
        static final IdType<PostId> TYPE = IdType.define("post", PostId.class, PostId::new);

        @Override
        public IdType<PostId> type() {
            return TYPE;
        }

        @Override
        public String toString() {
            return text();
        }
    }

    record PostalId(UUID uuid) implements TypedId {
        static final IdType<PostalId> TYPE = IdType.define("postal", PostalId.class, PostalId::new);

        @Override
        public IdType<PostalId> type() {
            return TYPE;
        }

        @Override
        public String toString() {
            return text();
        }
    }

    record PostCodeId(UUID uuid) implements TypedId {
        static final IdType<PostCodeId> TYPE = IdType.define("post_code", PostCodeId.class, PostCodeId::new);

        @Override
        public IdType<PostCodeId> type() {
            return TYPE;
        }

        @Override
        public String toString() {
            return text();
        }
    }

    /** What the vectors of the TypeID specification call their prefixes. */
    record PrefixId(UUID uuid) implements TypedId {
        static final IdType<PrefixId> TYPE = IdType.define("prefix", PrefixId.class, PrefixId::new);

        @Override
        public IdType<PrefixId> type() {
            return TYPE;
        }
    }

    record PreFixId(UUID uuid) implements TypedId {
        static final IdType<PreFixId> TYPE = IdType.define("pre_fix", PreFixId.class, PreFixId::new);

        @Override
        public IdType<PreFixId> type() {
            return TYPE;
        }
    }
}
