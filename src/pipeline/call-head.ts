import type { Hex } from "viem";
import type { CallHead, Protocol } from "../kinds/protocol.ts";
import type { Tables } from "../kinds/tables.ts";

/** Protocols by what their calls begin with, and kinds of calls by their names. */
export const callHead = {
  /** undefined: no call that begins so is ever planned. */
  protocolOf: ({ protocols }: Tables, selector: Hex): Protocol | undefined =>
    Object.values(protocols).find(({ calls }) =>
      Object.values(calls).some(({ selectors }) => selectors.includes(selector)),
    ),
  of: ({ calls }: Protocol, kind: string): CallHead | undefined =>
    Object.hasOwn(calls, kind) ? calls[kind] : undefined,
  /** Of a kind of any protocol; undefined: no tool may plan such a call. */
  inAny: ({ protocols }: Tables, kind: string): CallHead | undefined =>
    Object.values(protocols)
      .map((protocol) => callHead.of(protocol, kind))
      .find((head) => head !== undefined),
};
