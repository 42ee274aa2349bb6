import { describe, expect, test } from "vitest";
import { networkOf } from "../../../src/lib/network-of.ts";

const of = (address: string) => networkOf(new Headers({ "cf-connecting-ip": address }));

describe("whom a request is counted for", () => {
  test("default: an IPv4 address is itself", () => {
    expect([of("203.0.113.7"), of("0.0.0.0"), of("255.255.255.255")]).toEqual([
      "203.0.113.7",
      "0.0.0.0",
      "255.255.255.255",
    ]);
  });

  test("default: an IPv6 address is its /64, however it is written", () => {
    const written = [
      "2001:db8:1:2:3:4:5:6",
      "2001:DB8:1:2::",
      "2001:0db8:0001:0002:ffff::1",
      "2001:db8:1:2::192.0.2.1",
    ];
    expect(new Set(written.map(of))).toEqual(new Set(["2001:db8:1:2::/64"]));
    expect([of("2001:db8:1:3::1"), of("2001:db8::1"), of("::1")]).toEqual([
      "2001:db8:1:3::/64",
      "2001:db8:0:0::/64",
      "0:0:0:0::/64",
    ]);
  });

  test("attack: an IPv4 address written as IPv6 is the same caller (RFC 4291, 2.5.5.2)", () => {
    const written = [
      "::ffff:203.0.113.7",
      "::FFFF:cb00:7107",
      "0:0:0:0:0:ffff:203.0.113.7",
      "::ffff:cb00:7107%eth0",
    ];
    expect(new Set(written.map(of))).toEqual(new Set(["203.0.113.7"]));
  });

  test("attack: a zone makes no other caller", () => {
    expect([of("fe80::1%eth0"), of("fe80::2%25en1"), of("fe80::3")]).toEqual(
      Array(3).fill("fe80:0:0:0::/64"),
    );
  });

  test("attack: whatever is no address is one network, and so is none at all", () => {
    const garbage = [
      ...[
        "localhost",
        "1",
        "127.1",
        "0x7f.0.0.1",
        "010.0.0.1",
        "256.1.1.1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.4, 5.6.7.8",
      ],
      ...[
        ":",
        ":::",
        "1::2::3",
        "2001:db8",
        "[::1]",
        "::1/64",
        "::g",
        "1.2.3.4:80",
        "a".repeat(5_000),
        "%",
      ],
    ];
    expect(new Set(garbage.map(of))).toEqual(new Set(["unreadable"]));
    expect([networkOf(new Headers()), of(""), of("  ")]).toEqual(["none", "none", "none"]);
  });

  test("attack: no other header is looked at", () => {
    const headers = {
      "x-forwarded-for": "1.2.3.4",
      "x-real-ip": "1.2.3.5",
      "true-client-ip": "1.2.3.6",
    };
    expect(networkOf(new Headers(headers))).toBe("none");
    expect(networkOf(new Headers({ ...headers, "cf-connecting-ip": "203.0.113.7" }))).toBe(
      "203.0.113.7",
    );
  });
});
