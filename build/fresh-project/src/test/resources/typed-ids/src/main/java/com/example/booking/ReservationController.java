package com.example.booking;

import com.example.booking.BookingController.Wish;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterfoil.ids.IdType;
import jakarta.persistence.EntityManagerFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class ReservationController {

    private final EntityManagerFactory entities;

    public ReservationController(DataSource database) {
        this.entities = new HibernatePersistenceConfiguration("booking")
                .managedClasses(Reservation.class)
                .property(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, database)
                .schemaToolingAction(Action.CREATE_ONLY)
                .createEntityManagerFactory();
    }

    @PostMapping("/reservations")
    @ResponseStatus(HttpStatus.CREATED)
    public Map<String, Object> reserve(@RequestBody Wish wish) {
        Reservation reservation = new Reservation();
        reservation.id = IdType.of(ReservationId.class).next();
        reservation.seat = wish.seat();
        entities.runInTransaction(session -> session.persist(reservation));
        ObjectMapper jackson2 = new ObjectMapper().findAndRegisterModules();
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", reservation.id);
        answer.put("id2", jackson2.convertValue(reservation.id, String.class));
        return answer;
    }

    @GetMapping("/reservations/{id}")
    public String reserved(@PathVariable ReservationId id) {
        return entities.callInTransaction(session -> session.find(Reservation.class, id).seat);
    }
}
