import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Purpose } from "../kinds/execution-context.ts";
import type { SwapBounds } from "../kinds/order-run.ts";
import type { Tool } from "../tools/tool.ts";

/** One call of a tool as a door hands it to run-tool. */
export type ToolRequest = {
  tool: Tool;
  args: unknown;
  /** At this door, and where: an unknown argument may be meant for one: `{ dryRun: ", beside the arguments" }`. */
  besideArguments?: Readonly<Record<string, string>>;
  chainId: ChainId;
  vaultAddress: string | undefined;
  executionMode: "manual" | "delegated";
  /** Refused (default), or the same transaction unsigned (chat). */
  withoutDelegation?: "unsigned";
  /** A model proposed the call: lines for its operator's card. Delegated, it waits for approval in every mode. */
  card?: readonly string[];
  /** For the operator's own words: what needs a signature has the caller's, and a paired chat has none. */
  isOwn?: true;
  /**
   * A model wrote the arguments and its operator signed the headers (MCP): what sets what a person owns (`setsOwned` of run-tool.ts), or has
   * the agent wallet trade, now or later, waits. `unless-trusted`: not the latter in autonomous mode, where limits per transaction and per
   * day bound it.
   */
  asks?: "always" | "unless-trusted";
  /** Its operator has approved this very change: it waits no more. */
  isApproved?: true;
  /** In place of what is stored. Of the request, never of its arguments. */
  slippageBps?: number;
  /**
   * A caller from outside brings credentials; of one that has `signed` they were verified, by a message made for this; a paired chat brings none: it speaks for the operator who signed its pairing while that lasts,
   * and ownership is read from the chain as for every caller.
   */
  caller:
    | { kind: "outside"; credentials: OperatorCredentials }
    | { kind: "signed"; operator: Address }
    | ({ kind: "paired"; channel: string; operator: Address; chatId: string } & Partial<OfSlice>);
  purpose: Purpose;
  /** Venues that had calls left when the call began; undefined: nobody counted. */
  freeVenues?: readonly VenueId[] | undefined;
  /** By an approved card: of the order whose slice this is, or of the change that is being made. */
  names?: readonly Address[] | undefined;
  /** Answers what would become of it: nothing is stored, signed, sent or told. A read is answered as ever. */
  dryRun?: boolean;
};

/** Of an order's slice that its operator trades by a button. No other call has a say in it. */
type OfSlice = {
  /** Base units as the order fixed them: a token may call itself by other decimals since. */
  amountBase: bigint;
  /** What the order sets for its slices. */
  bounds?: SwapBounds;
};
