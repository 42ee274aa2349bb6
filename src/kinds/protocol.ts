import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ProtocolId } from "../../schemas/protocol-ids.ts";
import type { FollowedCall, VenueOrder, VenueOrderFamily, VenueOrderLook } from "../../schemas/venue-order.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { FetchLike } from "../chain/rpc.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { CallPlaces } from "./call-places.ts";
import type { Checked } from "./check.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { CallPlan } from "./plan.ts";
import type { LimitedCall, MovedAssets, RouterFacts, VaultCall } from "./vault-call.ts";

type AnyCall = { kind: string };

/** What is known of a kind of call before anything of its protocol is loaded. */
export type CallHead = {
  /** Lower case: kinds of one protocol may share one, two protocols never do. */
  selectors: readonly Hex[];
  /** Who may send it: the agent never sends what is the owner's. */
  sender: "agent" | "owner";
};

/** What judges a protocol's calls, loaded with the first of them. */
export type ProtocolCode<C extends AnyCall = AnyCall> = {
  /**
   * From its bytes alone. Never throws: what it cannot vouch for is `unknown`. The bytes begin with a selector of its own; an answer of a
   * kind that is none of the protocol's is refused.
   */
  decode(data: Hex, facts: RouterFacts): VaultCall;
  rules: { readonly [K in C["kind"]]: CallRule<Extract<C, { kind: K }>> };
};

/** What its calls are, what holds for each, and what follows from them. */
export type Protocol<C extends AnyCall = AnyCall> = {
  id: ProtocolId;
  /** `calls` begins the sentence that refuses one elsewhere: "Calls to GMX". */
  chains: "all" | { ids: readonly ChainId[]; calls: string };
  calls: { readonly [K in C["kind"]]: CallHead };
  load(): Promise<ProtocolCode<C>>;
  /** What takes effect after its transaction. `look`: the venue's own records; throwing is no answer, as `unreadable` is. */
  follow?: { family: VenueOrderFamily; look(deps: Deps, order: VenueOrder): Promise<VenueOrderLook> };
};

/** `connect` reads no key and asks nothing: code and requests come with the first use. */
export type ProtocolApi<A> = {
  id: ProtocolId;
  connect(host: { env: Env; fetch: FetchLike; timeoutMs: number }): A;
};

/** What holds for a kind of call, read from its bytes, whichever tool planned it. */
export type CallRule<C extends { kind: string } = { kind: string }> = {
  /** The NAV Shield measures it. */
  movesAssets: boolean;
  /** Every account that gets something by it: each has to be the vault. */
  recipients(call: C): readonly Address[];
  /**
   * From its bytes alone. null: a way out (what closes, takes out, collects, claims, cancels), or a change within the vault: never counted,
   * never refused.
   */
  limited(call: C, addresses: ChainAddresses): LimitedCall | null;
  /** In its calldata, Unix seconds; at most as late as a swap's may be. */
  deadlineSec?(call: C): bigint;
  /** Sent even where the oracle's prices are means over too short a time: its `check` bounds it without them. */
  evenWithShortWindow?: true;
  /**
   * A way out: judged by its own minimum and by the value right before it, never by the 24-hour high, a NAV that cannot be measured, an
   * oracle's window or distance, or the loss budget (decisions 285 and 390).
   */
  lowersRisk?(call: C): boolean;
  /** To another chain without its supply: NAV per unit falls by that on purpose. */
  moves?(call: C, ctx: ExecutionContext): MovedAssets | undefined;
  /** Tokens whose oracle price decides what it does, beside the base token's. */
  priced?(call: C): readonly Address[];
  /** Of a venue that acts after the transaction: followed until the venue has, or has not (decision 287). */
  follow?(call: C, ctx: ExecutionContext): FollowedCall | undefined;
  /** What comes after the simulated block: it runs at the build and again right before the call is sent. */
  boundByCheck?: true;
  /** It follows a price, or has an id of its own, and is not the same planned twice. */
  sentAsApproved?: true;
  /** What the call alone says against it. */
  refusal?(call: C, ctx: ExecutionContext): Refusal | undefined;
  /**
   * Beside the NAV Shield, over figures that it reads itself, at the time of the simulation. `own`: right before sending, the attempt that
   * it is written down as.
   */
  check?(ctx: ExecutionContext, call: C, plan: CallPlan, own?: string): Promise<Checked>;
  /**
   * From its own bytes: a title, and what a card's reader has to see of pool, hook, range, amounts and recipients. Left out: its plan's
   * words stand alone.
   */
  words?(call: C, places: CallPlaces): { title?: string; lines: string[] };
};
