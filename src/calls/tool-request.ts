import type { Address } from "viem";
import type { OperatorCredentials } from "../../schemas/auth/operator-auth.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Purpose } from "../kinds/execution-context.ts";
import type { SwapBounds } from "../kinds/order-run.ts";
import type { Tool } from "../tools/tool.ts";

/** A call as a door hands it to run-tool.ts. */
export type ToolRequest = {
  tool: Tool;
  args: unknown;
  /**
   * Places of fields at this door, for an argument meant for one: `{ dryRun: ", beside the
   * arguments" }`.
   */
  besideArguments?: Readonly<Record<string, string>>;
  chainId: ChainId;
  vaultAddress: string | undefined;
  executionMode: "manual" | "delegated";
  /** Without a delegation: refused, or the transaction unsigned (chat). */
  withoutDelegation?: "unsigned";
  /** A model's lines for its operator's card; a delegated call then waits in every mode. */
  card?: readonly string[];
  /** The operator's own words, which a paired chat brings without a signature. */
  isOwn?: true;
  /**
   * A model wrote the arguments under its operator's signature (MCP). Human-owned fields and trades
   * wait; `unless-trusted` lets trades go in autonomous mode within limits per transaction and day.
   */
  asks?: "always" | "unless-trusted";
  /** Its operator has approved this very change, so it waits no more. */
  isApproved?: true;
  /** Replaces the stored one; never from the arguments. */
  slippageBps?: number;
  /**
   * A caller from outside brings credentials; those of a `signed` one were verified for this call.
   * A paired chat speaks for the operator who signed its pairing. The chain tells ownership of all.
   */
  caller:
    | { kind: "outside"; credentials: OperatorCredentials }
    | { kind: "signed"; operator: Address }
    | ({ kind: "paired"; channel: string; operator: Address; chatId: string } & Partial<OfSlice>);
  purpose: Purpose;
  /** Venues with calls left when the call began; undefined: uncounted. */
  freeVenues?: readonly VenueId[] | undefined;
  /** Tokens that an approved card names, of the slice's order or the change. */
  names?: readonly Address[] | undefined;
  /**
   * Answers what would happen; stores, signs, sends and tells nothing. Reads are answered as ever.
   */
  dryRun?: boolean;
};

/** Slice that its operator trades by a button. */
type OfSlice = {
  /** Base units as the order fixed them; a token's decimals may change. */
  amountBase: bigint;
  bounds?: SwapBounds;
};
