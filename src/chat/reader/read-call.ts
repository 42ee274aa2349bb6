import type { ChainId } from "../../../schemas/chains.ts";
import type { Described } from "./described.ts";

/**
 * A call as words say it, of any registered tool. `chainId` where a chain was named for a tool
 * without such an argument.
 */
export type ReadCall = {
  kind: "call";
  tool: string;
  args: Record<string, unknown>;
  chainId?: ChainId;
  note?: string;
  share?: Share;
  /** The order that \`id\` is to be the number of, by what was said of it. */
  order?: Described;
  /** Words of the message that nothing was read from, as they stand there: the card shows them. */
  unused?: readonly string[];
  /** The whole message is one of the tool's own phrases, with nothing but courtesy around it. */
  isExact?: true;
};

/**
 * An amount that is a part of what the vault holds: it is read when the call is made, and goes into
 * this argument.
 */
export type Share = {
  argument: "amountIn" | "totalAmount" | "amount";
  token: string;
  /** Above 0, at most 100. */
  percent: string;
};
