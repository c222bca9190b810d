package io.counterfoil.callbacks;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses belong to the public Internet: those that IANA's registries of special addresses (RFC 6890 and its successors) have
 * not set apart, without the one address among them that a cloud answers at from inside alone.
 *
 * <p>For IPv4 a list of what is not public. For IPv6 the other way round: only 2000::/3 is handed out, and of that what is special is taken
 * away, with all tunnels (6to4, Teredo, ISATAP), which would carry a packet to an IPv4 address that was not checked. A NAT64 address is
 * what its IPv4 address is, because hosts in networks without IPv4 have no other.
 */
final class PublicAddresses {

    private static final List<Block> SPECIAL_V4 = blocks(
            "0.0.0.0/8", // this network
            "10.0.0.0/8", // private
            "100.64.0.0/10", // shared by the customers of a provider
            "127.0.0.0/8", // loopback
            "168.63.129.16/32", // no block of IANA's: the host of Azure's machines, which they alone reach
            "169.254.0.0/16", // link-local: the metadata of clouds
            "172.16.0.0/12", // private
            "192.0.0.0/24", // protocols
            "192.0.2.0/24", // documentation
            "192.88.99.0/24", // relays of 6to4
            "192.168.0.0/16", // private
            "198.18.0.0/15", // benchmarks
            "198.51.100.0/24", // documentation
            "203.0.113.0/24", // documentation
            "224.0.0.0/4", // multicast
            "240.0.0.0/4"); // reserved, and the broadcast

    private static final Block UNICAST_V6 = block("2000::/3");
    private static final Block NAT64 = block("64:ff9b::/96");

    private static final List<Block> SPECIAL_V6 = blocks(
            "2001::/23", // protocols, Teredo and benchmarks among them
            "2001:db8::/32", // documentation
            "2002::/16", // 6to4
            "3fff::/20"); // documentation

    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    private PublicAddresses() {}

    static boolean contain(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return isPublicV4(bytes);
        }
        if (NAT64.contains(bytes)) {
            return isPublicV4(Arrays.copyOfRange(bytes, V6_BYTES - V4_BYTES, V6_BYTES));
        }
        return UNICAST_V6.contains(bytes)
                && SPECIAL_V6.stream().noneMatch(block -> block.contains(bytes))
                && !isIsatap(bytes);
    }

    private static boolean isPublicV4(byte[] bytes) {
        return SPECIAL_V4.stream().noneMatch(block -> block.contains(bytes));
    }

    /** An interface identifier of 0000:5efe or 0200:5efe and an IPv4 address (RFC 5214, section 6.1). */
    private static boolean isIsatap(byte[] bytes) {
        return (bytes[8] & ~0x02) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == (byte) 0xfe;
    }

    private static List<Block> blocks(String... texts) {
        return Arrays.stream(texts).map(PublicAddresses::block).toList();
    }

    private static Block block(String text) {
        String[] parts = text.split("/", 2);
        try {
            // A literal: no name server is queried.
            return new Block(InetAddress.getByName(parts[0]).getAddress(), Integer.parseInt(parts[1]));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The addresses that begin with these bits. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Block(byte[] start, int bits) {

        boolean contains(byte[] address) {
            if (address.length != start.length) {
                return false;
            }
            int whole = bits / Byte.SIZE;
            int rest = bits % Byte.SIZE;
            return Arrays.equals(start, 0, whole, address, 0, whole)
                    && (rest == 0 || ((start[whole] ^ address[whole]) & 0xff) >>> (Byte.SIZE - rest) == 0);
        }
    }
}
