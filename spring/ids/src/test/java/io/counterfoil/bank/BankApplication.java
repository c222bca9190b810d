package io.counterfoil.bank;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** No line of it is about ids. */
@SpringBootApplication(proxyBeanMethods = false)
class BankApplication {}
