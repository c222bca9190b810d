/**
 * A page for operators, at {@code /counterfoil/} of a Spring Boot application, below its context path and servlet path. Nothing of it is there before
 * {@code counterfoil-spring-console} is on the class path.
 *
 * <h2>Addresses</h2>
 *
 * All that the page asks for is relative to its own address, and on no other host.
 *
 * <ul>
 *   <li>{@code services}: the services that the page shows, {@code [{"name": "orders", "base": "api/"}]}. An application has itself; the command
 *       {@code counterfoil console} serves the same page, and passes on {@code services/N/api/…} to several applications.
 *   <li>{@code api/session}: who the user is, what the user may do, which panels there are.
 *   <li>{@code api/overview}, {@code api/records}, {@code api/decisions}, {@code api/duplicates}: what the panels show.
 *   <li>{@code parts/…}: the style and the modules that other pages of an application can use as well; readable by everyone.
 * </ul>
 *
 * <h2>Rights</h2>
 *
 * The console is behind the security of the application, and asks the request for its principal's roles: {@code counterfoil.console.view-role} to see,
 * {@code counterfoil.management.role} to act (which sees too), {@code counterfoil.console.result-role} to see stored responses, a right that
 * no user has by default. A role that is the empty text requires no user, which is logged at WARN at the start. Every other request is refused with a
 * problem (RFC 9457): 401 without a principal, 403 without the role. An action is a POST with a body of JSON and the header field {@code
 * Counterfoil-Console}, which no form of another page can send; the token of Spring Security is sent where there is one.
 *
 * <h2>Further panels</h2>
 *
 * A {@link io.counterfoil.springconsole.ConsolePanel} bean adds a panel; its module is an ES module among the resources of the page, and what it asks for are
 * handlers below {@code /counterfoil/api/} of a {@link io.counterfoil.springconsole.ConsoleController} bean. They have the console's rights and header
 * fields, as has every other handler whose path begins with {@code /counterfoil/}, in any case.
 */
@NullMarked
package io.counterfoil.springconsole;

import org.jspecify.annotations.NullMarked;
