import type { Upstream } from "./attack-world.ts";

/**
 * The most that so many requests from so many networks may ask of others, within one window of each
 * limit.
 */
export type Ceiling = (requests: number, networks: number) => Upstream;

/** The table of docs/api.md, "Limits", per network. Written down here a second time, by hand. */
const A_MINUTE = 60;
const UNPROVEN = 20;
const PRESSED_AT = 1_000;
const UNPROVEN_PRESSED = 2;
/** Requests that are under way together before a refusal of the first is known to the isolate. */
const AT_ONCE = 20;

const none: Upstream = { facilitator: 0, rpc: 0, redis: 0, venue: 0, other: 0 };
/** Each network's share, but never more than one for every request. */
const share = (requests: number, networks: number, each: number) =>
  Math.min(requests, networks * each);
/** What may be asked on strangers' words: of all networks together no more than this. */
const unproven = (requests: number, networks: number) =>
  Math.min(share(requests, networks, UNPROVEN), PRESSED_AT + networks * UNPROVEN_PRESSED);

export const CEILINGS = {
  nothing: () => none,
  /** A count each, and the payer's code, until the network's share is gone. */
  forgedPayment: (requests, networks) => ({
    ...none,
    rpc: unproven(requests, networks),
    redis: share(requests, networks, UNPROVEN + AT_ONCE),
  }),
  wrappedPayment: (requests, networks) => ({
    ...none,
    facilitator: unproven(requests, networks),
    redis: share(requests, networks, UNPROVEN + AT_ONCE) + unproven(requests, networks),
  }),
  /** Every one is counted; those that the facilitator refused are released. */
  unfunded: (requests, networks) => ({
    ...none,
    facilitator: unproven(requests, networks),
    redis: requests + unproven(requests, networks),
  }),
  unfundedAsking: (requests, networks) => ({
    ...none,
    facilitator: unproven(requests, networks),
    rpc: unproven(requests, networks),
    redis: requests + 2 * unproven(requests, networks),
  }),
  readsOnly: (requests) => ({ ...none, redis: requests }),
  /** And the call, verification and settlement that were paid for. */
  spentPayment: (requests) => ({ ...none, facilitator: 2, redis: requests + 2 }),
  /**
   * Ownership is counted after the chain's no, so those that are under way together pass with the
   * first.
   */
  session: (requests, networks) => ({
    ...none,
    rpc: share(requests, networks, UNPROVEN + AT_ONCE),
    redis: requests + share(requests, networks, UNPROVEN + AT_ONCE),
  }),
  claim: (requests, networks) => ({
    ...none,
    rpc: share(requests, networks, UNPROVEN + AT_ONCE),
    redis: 4 * share(requests, networks, A_MINUTE + AT_ONCE),
  }),
  free: (requests, networks) => ({
    ...none,
    redis: 2 * share(requests, networks, A_MINUTE + AT_ONCE),
  }),
  /** One look in five seconds: the store, the facilitator and a node of each chain. */
  health: () => ({ ...none, facilitator: 1, rpc: 2, redis: 1 }),
} as const satisfies Record<string, Ceiling>;
