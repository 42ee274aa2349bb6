import { describe, expect, test } from "vitest";
import { PROTOCOL_IDS } from "../../../schemas/protocol-ids.ts";
import { DELEGABLE_SELECTORS } from "../../../src/delegation/delegable-selectors.ts";
import type { Protocol, ProtocolCode } from "../../../src/kinds/protocol.ts";
import { TABLES } from "../../../src/tables.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { faultsOfProtocols } from "../../support/faults-of-protocols.ts";
import type { ParkingCall } from "../../support/planted-protocol/parking-call.ts";
import { parkingCode } from "../../support/planted-protocol/parking-code.ts";
import { parkingProtocol } from "../../support/planted-protocol/parking-protocol.ts";

const { protocols } = TABLES;

test("default: the service's table has every id once, and nothing is wrong with it", async () => {
  expect(Object.keys(protocols).sort()).toEqual(Object.keys(PROTOCOL_IDS).sort());
  expect(await faultsOfProtocols(protocols)).toEqual([]);
});

test("behavior: every delegable selector begins a protocol call, and each one is read", () => {
  const known = Object.values(protocols).flatMap(({ calls }) =>
    Object.values(calls).flatMap((head) => head.selectors),
  );
  expect(
    Object.values(DELEGABLE_SELECTORS)
      .flat()
      .filter((selector) => !known.includes(selector)),
  ).toEqual([]);
  const facts = {
    vault: `0x${"ab".repeat(20)}`,
    wrappedNative: `0x${"42".repeat(20)}`,
    routerVersion: "2.0",
  } as const;
  const unread = known.filter((selector) => {
    const call = decodeVaultCall(selector, facts);
    return (
      call.kind === "unknown" && call.reason.includes("is none of the calls this service makes")
    );
  });
  expect(unread).toEqual([]);
});

describe("a planted protocol", () => {
  const { follow: _, ...unfollowed } = parkingProtocol;
  const faultsOf = (
    changes: Partial<Protocol<ParkingCall>>,
    of: Protocol<ParkingCall> = parkingProtocol,
  ) => faultsOfProtocols({ ...protocols, parking: { ...of, ...changes } });
  const loading = (rules: object): Partial<Protocol<ParkingCall>> => ({
    // Safe: what is wrong with it is what is tested.
    load: async () => ({ ...parkingCode, rules }) as ProtocolCode<ParkingCall>,
  });
  const { check: __, ...unchecked } = parkingCode.rules.parkCoin;

  test.each<[string, Partial<Protocol<ParkingCall>>]>([
    ["parking: stands under another id, gmx", { id: "gmx" }],
    [
      "parking: parkCoin begins with nothing",
      { calls: { parkCoin: { selectors: [], sender: "agent" } } },
    ],
    [
      "parking: parkCoin begins with 0x5A9064F8, which is no selector",
      { calls: { parkCoin: { selectors: ["0x5A9064F8"], sender: "agent" } } },
    ],
    [
      "parking: the agent may never send parkCoin, 0x13af4035",
      { calls: { parkCoin: { selectors: ["0x13af4035"], sender: "agent" } } },
    ],
    ["parking: nothing holds for parkCoin", loading({})],
    [
      "parking: nobody knows who sends park",
      loading({ ...parkingCode.rules, park: parkingCode.rules.parkCoin }),
    ],
    [
      "parking: nothing bounds parkCoin",
      loading({ parkCoin: { ...parkingCode.rules.parkCoin, movesAssets: false } }),
    ],
    [
      "parking: parkCoin is bound by a check it has not",
      loading({ parkCoin: { ...unchecked, boundByCheck: true } }),
    ],
  ])("error: %s", async (fault, changes) => {
    expect(await faultsOf(changes)).toContain(fault);
  });

  test("error: what is followed but unwatched, and a call that begins as another's", async () => {
    expect(await faultsOf({}, unfollowed)).toEqual([
      "parking: parkCoin is followed, and nobody looks at its venue",
    ]);
    const taken = await faultsOf({
      calls: { parkCoin: { selectors: ["0x2e17de78"], sender: "agent" } },
    });
    expect(taken).toEqual([
      "staking: unstake begins as another protocol's call, 0x2e17de78",
      "parking: parkCoin begins as another protocol's call, 0x2e17de78",
      "parking: follows parking, which is no family",
    ]);
  });

  test("error: what is left out does not compile", () => {
    const { limited: ___, ...unlimited } = parkingCode.rules.parkCoin;
    // @ts-expect-error: a rule says what its kind is to the limits
    const first: ProtocolCode<ParkingCall> = { ...parkingCode, rules: { parkCoin: unlimited } };
    // @ts-expect-error: every kind has a rule
    const second: ProtocolCode<ParkingCall> = { ...parkingCode, rules: {} };
    // @ts-expect-error: every kind has a head
    const third: Protocol<ParkingCall> = { ...parkingProtocol, calls: {} };
    const { gmx: ____, ...fewer } = protocols;
    // @ts-expect-error: every id has a protocol
    const fourth: typeof TABLES = { ...TABLES, protocols: fewer };
    expect([
      first.rules.parkCoin.limited,
      second.rules.parkCoin,
      third.calls.parkCoin,
      fourth.protocols.gmx,
    ]).toEqual(Array(4).fill(undefined));
  });
});
