package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-4")
@Tag("TI-9")
class TypedValuesTest {

    @Prefix("value_uuid")
    record OverUuid(UUID value) implements TypedId<OverUuid> {}

    @Prefix("value_event")
    record EventId(long value) implements TypedLongId<EventId> {
        static final IdType<EventId> TYPE = IdType.of(EventId.class, EventId::new);
    }

    @Prefix(value = "value_order", format = IdFormat.BASE62)
    record OrderId(long value) implements TypedLongId<OrderId> {}

    @Prefix("value_document")
    record DocumentId(ObjectId value) implements TypedObjectId<DocumentId> {
        static final IdType<DocumentId> TYPE = IdType.ofObjectIds(DocumentId.class, DocumentId::new);
    }

    @Prefix(value = "value_page", format = IdFormat.BASE16)
    record PageId(ObjectId value) implements TypedObjectId<PageId> {}

    private static final UUID SOME_UUID = UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b");
    private static final ObjectId SOME_OBJECT_ID = ObjectId.parse("507f191e810c19729de860ea");
    private static final long SOME_NUMBER = 6820698575169822721L;

    static Stream<AnyTypedId<?>> ids() {
        return Stream.of(
                new OverUuid(SOME_UUID),
                new EventId(SOME_NUMBER),
                new EventId(0),
                new EventId(-1),
                new OrderId(SOME_NUMBER),
                new DocumentId(SOME_OBJECT_ID),
                new PageId(SOME_OBJECT_ID));
    }

    @Test
    void text_isPrefixAndValueInTheFormat() {
        assertThat(ids().map(AnyTypedId::text))
                .containsExactly(
                        "value_uuid_03e3w9q6u75zrqc18pecpdavv",
                        "value_event_1ftjbusjplqtd",
                        "value_event_0000000000000",
                        "value_event_3w5e11264sgsf",
                        "value_order_87qs3L5SELZ",
                        "value_document_2ey8c8drg2h00i6v08a",
                        "value_page_507f191e810c19729de860ea");
    }

    @ParameterizedTest
    @MethodSource("ids")
    void text_bytesAndValue_leadBackToTheId(AnyTypedId<?> id) {
        IdType<?> type = IdType.forClass(id.getClass());

        assertThat((Object) type.parse(id.text())).isEqualTo(id);
        assertThat((Object) type.parseLenient(id.text())).isEqualTo(id);
        assertThat(type.tryParse(id.text()).<Object>map(found -> found)).contains(id);
        assertThat((Object) type.ofValue(IdType.valueOf(id))).isEqualTo(id);
        assertThat((Object) type.ofBytes(IdType.bytesOf(id))).isEqualTo(id);
        assertThat(IdType.valueOf(id)).isInstanceOf(type.valueClass());
        assertThat(id.text()).hasSize(type.textLength());
    }

    @ParameterizedTest
    @MethodSource("ids")
    void bytes_ofAnotherLength_areRefused(AnyTypedId<?> id) {
        IdType<?> type = IdType.forClass(id.getClass());
        byte[] tooMany = new byte[IdType.bytesOf(id).length + 1];

        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> type.ofBytes(tooMany))
                .withMessageContaining(String.valueOf(tooMany.length));
    }

    @Test
    void order_isThatOfTheTexts() {
        List<EventId> events = List.of(new EventId(0), new EventId(1), new EventId(Long.MAX_VALUE), new EventId(-1));
        List<DocumentId> documents =
                List.of(new DocumentId(ObjectId.parse("00000000000000000000ffff")), new DocumentId(SOME_OBJECT_ID));

        assertThat(events).isSorted();
        assertThat(events.stream().map(EventId::text).toList()).isSorted();
        assertThat(documents).isSorted();
        assertThat(documents.stream().map(DocumentId::text).toList()).isSorted();
    }

    @Test
    void next_isOfTheSharedGenerator() {
        assertThat(UuidV7.isV7(IdType.of(OverUuid.class).next().value())).isTrue();
        assertThat(DocumentId.TYPE.next().value()).isLessThan(ObjectId.next());
    }

    @Test
    void next_ofNumbers_isRefused_andNamesWhatToDo() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(EventId.TYPE::next)
                .withMessageContaining(EventId.class.getName())
                .withMessageContaining("snowflake.generate()");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EventId.TYPE.next(UuidV7.shared()))
                .withMessage(EventId.class.getName() + " has values of type Long, not UUID");
    }

    @Test
    void ofValue_ofAnotherClass_namesBoth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentId.TYPE.ofValue(SOME_UUID))
                .withMessage(DocumentId.class.getName() + " has values of type ObjectId, not UUID");
    }

    @Test
    void parse_ofUnknownType_isOfTheClassOfThePrefix() {
        IdTypes types = IdTypes.of(OverUuid.class, EventId.class, DocumentId.class);

        assertThat((Object) types.parse("value_event_1ftjbusjplqtd")).isEqualTo(new EventId(SOME_NUMBER));
        assertThat((Object) types.parse("value_document_2ey8c8drg2h00i6v08a"))
                .isEqualTo(new DocumentId(SOME_OBJECT_ID));
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> types.parse("value_event_1ftjbusjplqtd", TypedId.class))
                .withMessageContaining("a TypedId expected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "value_event_1ftjbusjplqt",
                "value_event_3w5e11264sgsg",
                "value_document_2ey8c8drg2h00i6v08a",
                "1ftjbusjplqtd"
            })
    void parse_ofAnythingElse_isRefused(String text) {
        assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> EventId.TYPE.parse(text));
        assertThat(EventId.TYPE.tryParse(text)).isEmpty();
    }

    @Test
    void parse_ofAnObjectIdAbove96Bits_namesThePlace() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> DocumentId.TYPE.parse("value_document_7oiylpimjg5u2ca1yps"))
                .satisfies(invalid -> assertThat(invalid.position()).hasValue(33))
                .satisfies(invalid -> assertThat(invalid.reason()).isEqualTo(InvalidIdReason.OVERFLOW));
    }

    @Test
    void of_aClassThatMakesAnotherValue_saysSo() {
        @Prefix("value_miswired")
        record Miswired(long value) implements TypedLongId<Miswired> {}
        IdType<Miswired> type = IdType.of(Miswired.class, (long number) -> new Miswired(number + 1));

        assertThatIllegalStateException()
                .isThrownBy(() -> type.ofValue(41L))
                .withMessageContaining("created an ID of Long 42 instead of 41");
    }

    @Prefix("value_no_constructor")
    record NoConstructor(ObjectId value, String more) implements TypedObjectId<NoConstructor> {}

    @Test
    void of_aClassWithoutAConstructor_saysWhatToCall() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.of(NoConstructor.class))
                .withMessageContaining("NoConstructor(ObjectId)")
                .withMessageContaining("IdType.ofObjectIds(NoConstructor.class, NoConstructor::new)");
    }

    @Prefix(value = "value_hex_number", format = IdFormat.HEX)
    record HexNumber(long value) implements TypedLongId<HexNumber> {}

    @Prefix(value = "value_ulid_object", format = IdFormat.ULID)
    record UlidObject(ObjectId value) implements TypedObjectId<UlidObject> {}

    @Prefix(value = "value_decimal", format = IdFormat.DECIMAL)
    record DecimalNumber(long value) implements TypedLongId<DecimalNumber> {}

    @ParameterizedTest
    @ValueSource(classes = {HexNumber.class, UlidObject.class, DecimalNumber.class})
    void of_aFormatThatTheValueHasNot_isRefused(Class<?> idClass) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.forClass(idClass))
                .withMessageContaining(idClass.getName())
                .withMessageMatching(".*(HEX|ULID|DECIMAL).*");
    }

    @ParameterizedTest
    @EnumSource
    void formatsOfObjectIds_areOrderedAndLeadBack(ObjectId.Format format) {
        List<ObjectId> ordered = List.of(
                ObjectId.parse("000000000000000000000000"),
                ObjectId.parse("000000000000000000000001"),
                SOME_OBJECT_ID,
                ObjectId.parse("800000000000000000000000"),
                ObjectId.parse("ffffffffffffffffffffffff"));

        List<String> texts = ordered.stream().map(format::format).toList();

        assertThat(texts).isSorted().allMatch(text -> text.length() == format.length());
        assertThat(texts.stream().map(format::parse)).containsExactlyElementsOf(ordered);
        assertThat(Stream.of(IdFormat.values()).map(Enum::name)).contains(format.name());
    }
}
