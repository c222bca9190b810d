package io.counterfoil.jdbc.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.generator.UuidV7;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RF-4")
class MemberTest {

    private static final Optional<ReferenceId> NAME = Optional.of(new ReferenceId("one"));

    private final UUID entity = UuidV7.next();

    @Test
    void factories_makeWhatTheySay() {
        assertThat(BatchMember.created(0, NAME, entity))
                .isEqualTo(new BatchMember(0, NAME, MemberStatus.CREATED, Optional.of(entity), Optional.empty()));
        assertThat(BatchMember.known(1, Optional.empty(), entity))
                .isEqualTo(new BatchMember(
                        1, Optional.empty(), MemberStatus.KNOWN, Optional.of(entity), Optional.empty()));
        assertThat(BatchMember.refused(Long.MAX_VALUE, NAME, "no"))
                .isEqualTo(new BatchMember(
                        Long.MAX_VALUE, NAME, MemberStatus.REFUSED, Optional.empty(), Optional.of("no")));
    }

    @Test
    void position_isNotNegative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchMember.created(-1, NAME, entity))
                .withMessage("a member's position must be 0 or more, is -1");
    }

    @Test
    void entityAndProblem_mustFitTheStatus() {
        for (MemberStatus made : List.of(MemberStatus.CREATED, MemberStatus.KNOWN)) {
            assertUnfit(made, Optional.empty(), Optional.empty());
            assertUnfit(made, Optional.of(entity), Optional.of("no"));
            assertUnfit(made, Optional.empty(), Optional.of("no"));
        }
        assertUnfit(MemberStatus.REFUSED, Optional.empty(), Optional.empty());
        assertUnfit(MemberStatus.REFUSED, Optional.of(entity), Optional.of("no"));
        assertUnfit(MemberStatus.REFUSED, Optional.of(entity), Optional.empty());
    }

    private static void assertUnfit(MemberStatus status, Optional<UUID> entity, Optional<String> problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BatchMember(7, NAME, status, entity, problem))
                .withMessageContaining("position 7")
                .withMessageContaining(status.toString());
    }

    @Test
    void problem_hasALimit_andIsReadable() {
        assertThat(BatchMember.refused(3, NAME, "\ud83e\uddfe".repeat(2000)).problem())
                .isPresent();
        assertThat(BatchMember.refused(3, NAME, "line 1\r\n\tline 2").problem()).isPresent();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchMember.refused(3, NAME, "x".repeat(4001)))
                .withMessage("the problem at position 3 must have at most 4000 characters, has 4001");
        for (String unfit : List.of("a\u0000", "\ud83e", "\uddfe\ud83e")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BatchMember.refused(3, NAME, unfit))
                    .withMessage("the problem at position 3 must not have U+0000 or an unpaired surrogate");
        }
    }
}
