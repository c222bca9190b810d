package io.counterfoil.ids;

import java.util.UUID;

/** Ids as an application defines them. */
final class SampleIds {

    private SampleIds() {}

    @Prefix(value = "ldg", format = IdFormat.BASE32)
    record LedgerId(UUID value) implements TypedId<LedgerId> {
        static final IdType<LedgerId> TYPE = IdType.of(LedgerId.class, LedgerId::new);

        @Override
        public String toString() {
            return text();
        }
    }

    @Prefix(value = "post", format = IdFormat.BASE32)
    record PostId(UUID value) implements TypedId<PostId> {
        static final IdType<PostId> TYPE = IdType.of(PostId.class, PostId::new);

        @Override
        public String toString() {
            return text();
        }
    }

    @Prefix(value = "postal", format = IdFormat.BASE32)
    record PostalId(UUID value) implements TypedId<PostalId> {
        static final IdType<PostalId> TYPE = IdType.of(PostalId.class, PostalId::new);

        @Override
        public String toString() {
            return text();
        }
    }

    @Prefix(value = "post_code", format = IdFormat.BASE32)
    record PostCodeId(UUID value) implements TypedId<PostCodeId> {
        static final IdType<PostCodeId> TYPE = IdType.of(PostCodeId.class, PostCodeId::new);

        @Override
        public String toString() {
            return text();
        }
    }

    /** What the vectors of the TypeID specification call their prefixes. */
    @Prefix(value = "prefix", format = IdFormat.BASE32)
    record PrefixId(UUID value) implements TypedId<PrefixId> {
        static final IdType<PrefixId> TYPE = IdType.of(PrefixId.class, PrefixId::new);
    }

    @Prefix(value = "pre_fix", format = IdFormat.BASE32)
    record PreFixId(UUID value) implements TypedId<PreFixId> {
        static final IdType<PreFixId> TYPE = IdType.of(PreFixId.class, PreFixId::new);
    }
}
