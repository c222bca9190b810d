package io.counterfoil.callbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RF-8")
class TargetPolicyTest {

    private static final String PUBLIC = "93.184.215.14";
    private static final String NOT_PUBLIC = "must name a host that exists and whose addresses are all public";

    private static TargetPolicy.Builder leadingTo(String... addresses) {
        return TargetPolicy.builder()
                .resolver(host ->
                        Arrays.stream(addresses).map(TargetPolicyTest::literal).toList());
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Optional<String> check(String uri) {
        return leadingTo(PUBLIC).build().check(URI.create(uri));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "https://example.com/",
                "HTTPS://EXAMPLE.com:443/a?b=c",
                "https://a-1.b2.xn--p1ai/",
                "https://1.2.3.example.com/"
            })
    void publicTargets_areAllowed(String uri) {
        assertThat(check(uri)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Another scheme, or none.
                "http://example.com/",
                "ftp://example.com/",
                "file:///etc/passwd",
                "gopher://example.com/",
                "mailto:a@example.com",
                "/callbacks",
                "//example.com/",
                // Another port.
                "https://example.com:80/",
                "https://example.com:8443/",
                "https://example.com:0/",
                // More than a host.
                "https://user@example.com/",
                "https://user:password@example.com/",
                "https://example.com@127.0.0.1/",
                "https://example.com/#fragment",
                // An address, in whatever notation.
                "https://93.184.215.14/",
                "https://127.0.0.1/",
                "https://127.1/",
                "https://2130706433/",
                "https://0x7f000001/",
                "https://0x7f.0.0.1/",
                "https://0177.0.0.1/",
                "https://127.0.0.1./",
                "https://example.127/",
                "https://example.0x7f/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[2001:4860:4860::8888]/",
                "https://[fe80::1%25eth0]/",
                // No full name.
                "https://localhost/",
                "https://metadata/",
                "https://example.com./",
                "https://example..com/",
                "https://-a.example.com/",
                "https://under_score.example.com/",
                "https://ex%61mple.com/",
                "https://[1/",
                "https:///path"
            })
    void otherTargets_areRefused_withAReason(String uri) {
        URI parsed;
        try {
            parsed = URI.create(uri);
        } catch (IllegalArgumentException unreadable) {
            assertThat(uri).isEqualTo("https://[1/").as("nobody can name it");
            return;
        }
        assertThat(leadingTo(PUBLIC).build().check(parsed))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("must "));
    }

    @Test
    void targetsBeyondTheLongest_areRefused() {
        String longest = "https://example.com/" + "x".repeat(TargetPolicy.MAX_LENGTH - 20);
        assertThat(check(longest)).isEmpty();
        assertThat(check(longest + "x")).isPresent();
        assertThat(check("https://" + "a".repeat(63) + ".example.com/")).isEmpty();
        assertThat(check("https://" + "a".repeat(64) + ".example.com/")).isPresent();
        assertThat(check("https://" + "a.".repeat(125) + "example/")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.1",
                "168.63.129.16",
                "169.254.169.254",
                "169.254.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::10.0.0.1",
                "64:ff9b::127.0.0.1",
                "64:ff9b::169.254.169.254",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                "2001:2::1",
                "2001:10::1",
                "2001:20::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "2002:a9fe:a9fe::1",
                "2002:5db8:d70e::1",
                "3fff::1",
                "5f00::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "2a00:1450::5efe:10.0.0.1",
                "2a00:1450::200:5efe:93.184.215.14",
                "fd00:ec2::254"
            })
    void hostsThatLeadToOtherThanPublicAddresses_areRefused(String address) {
        Optional<String> reason = leadingTo(PUBLIC, address).build().check(URI.create("https://example.com/"));
        assertThat(reason).hasValue(NOT_PUBLIC);
    }

    /** Java makes an IPv4 address of one that was mapped, but an Inet6Address can have any bytes. */
    @Test
    void mappedAddresses_areRefused() throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(new byte[] {(byte) 169, (byte) 254, (byte) 169, (byte) 254}, 0, mapped, 12, 4);
        TargetPolicy asIpv6 = TargetPolicy.builder()
                .resolver(host -> List.of(Inet6Address.getByAddress(host, mapped, 0)))
                .build();
        assertThat(asIpv6.check(URI.create("https://example.com/"))).isPresent();
        assertThat(leadingTo("::ffff:127.0.0.1").build().check(URI.create("https://example.com/")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "168.63.129.15",
                "168.63.129.17",
                "169.253.0.1",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.1.1",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "64:ff9b::93.184.215.14",
                "2001:4860:4860::8888",
                "2001:200::1",
                "2001:db9::1",
                "2003::1",
                "2606:4700::1111",
                "3ffe::1"
            })
    void hostsThatLeadToPublicAddresses_areAllowed(String address) {
        assertThat(leadingTo(address).build().check(URI.create("https://example.com/")))
                .isEmpty();
    }

    @Test
    void hostsThatDoNotExist_areRefused_asThoseInsideAre() {
        TargetPolicy policy = TargetPolicy.builder()
                .resolver(host -> {
                    throw new UnknownHostException(host);
                })
                .build();
        assertThat(policy.check(URI.create("https://example.com/"))).hasValue(NOT_PUBLIC);
        assertThat(leadingTo().build().check(URI.create("https://example.com/")))
                .hasValue(NOT_PUBLIC);
    }

    @Test
    void allowedPorts_areBesideTheUsualOne() {
        TargetPolicy policy = leadingTo(PUBLIC).allowPorts(8443).build();
        assertThat(policy.check(URI.create("https://example.com:8443/"))).isEmpty();
        assertThat(policy.check(URI.create("https://example.com/"))).isEmpty();
        assertThat(policy.check(URI.create("https://example.com:8444/")))
                .hasValue("must not have port 8444; allowed are [443, 8443]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TargetPolicy.builder().allowPorts(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TargetPolicy.builder().allowPorts(65_536));
    }

    @Test
    void allowedHosts_mayBeAnywhere_andNoOtherMay() {
        TargetPolicy policy = leadingTo("10.1.2.3").allowHosts("Partner").build();
        assertThat(policy.check(URI.create("http://partner:8080/x"))).isEmpty();
        assertThat(policy.check(URI.create("https://partner/"))).isEmpty();
        assertThat(policy.check(URI.create("ftp://partner/"))).isPresent();
        assertThat(policy.check(URI.create("http://user@partner/"))).isPresent();
        assertThat(policy.check(URI.create("http://partner2/"))).isPresent();
        assertThat(policy.check(URI.create("https://partner.example.com/"))).isPresent();
    }

    @Test
    void loopback_isAllowed_whereOneAsksForIt() {
        TargetPolicy policy = TargetPolicy.builder().allowLoopback().build();
        assertThat(List.of("http://127.0.0.1:8080/", "http://localhost/", "http://[::1]:80/", "https://LOCALHOST:1/"))
                .allSatisfy(
                        uri -> assertThat(policy.check(URI.create(uri))).as(uri).isEmpty());
        assertThat(policy.check(URI.create("http://127.0.0.2/"))).isPresent();
        assertThat(policy.check(URI.create("http://[::ffff:127.0.0.1]/"))).isPresent();
    }
}
