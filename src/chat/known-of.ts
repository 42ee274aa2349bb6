import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { AppError } from "../errors.ts";
import type { Refusal } from "../lib/verdict.ts";
import { findTool } from "../tables/find-tool.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import type { Tool } from "../tools/tool.ts";
import type { Known } from "./reader/compare-arguments.ts";
import { knownOrder } from "./reader/known-order.ts";

type Ports = {
  runTool(call: {
    tool: Tool;
    args: Record<string, unknown>;
    chainId: ChainId;
  }): Promise<ToolResult>;
};

/** "Half", "30%": a part of what is held. */
const SHARE =
  /%|\b(?:percent|pct|half|third|quarter|fifth|tenth|all|everything|entire|whole)\b|\d\/\d/i;
/** An order by its number. */
const NUMBERED = /(?:#|\b(?:orders?|twap|dca|trigger|stop|number|no\.?|id))\s*#?\d/i;
const listed = z
  .object({ orders: z.array(knownOrder), triggers: z.array(knownOrder) })
  .partial()
  .transform(({ orders, triggers }) => orders ?? triggers ?? []);
const OPEN = ["active", "pending_confirmation", "paused", "auto_paused"];

/**
 * What a proposed call may stand on beside the words: the open orders where they describe one and
 * give no number, the balance where they give a share. Neither where it cannot be read: then the
 * call does not stand in the words.
 */
export async function knownOf(
  ports: Ports,
  tool: Exclude<Tool, { effect: "read" }>,
  args: Record<string, unknown>,
  { own, chainId }: { own: string; chainId: ChainId },
): Promise<Known> {
  const fields = tool.model === "hidden" ? {} : tool.model.grounding.fields;
  const read = (name: string, given: Record<string, unknown>) => {
    const reading = findTool(name);
    return reading.ok
      ? ports
          .runTool({ tool: reading.value, args: given, chainId })
          .then(({ data }) => data, unread)
      : undefined;
  };
  const { id } = fields;
  const isDescribed = typeof args.id === "number" && args.id > 0 && !NUMBERED.test(own);
  if (id?.is === "number" && id.listedBy !== undefined && isDescribed) {
    const orders = listed.safeParse(await read(id.listedBy, {}));
    return {
      orders: orders.success
        ? orders.data.filter(({ status }) => OPEN.includes(status))
        : undefined,
    };
  }
  const token = args.tokenIn ?? args.sellToken ?? args.token;
  const written = own.replaceAll(",", "");
  const isWritten = Object.values(args).every(
    (value) => !/^[0-9.]+$/.test(String(value)) || written.includes(String(value)),
  );
  if (
    typeof token !== "string" ||
    isWritten ||
    !own.toLowerCase().includes(token.toLowerCase()) ||
    !SHARE.test(own)
  )
    return {};
  const chain = args.chain ?? args.sourceChain;
  const held = getTokenBalance
    .output()
    .safeParse(
      await read(getTokenBalance.name, { token, ...(typeof chain === "string" && { chain }) }),
    );
  return { held: held.success ? held.data : undefined };
}

/** What more can be known about where a call does not stand in the words by itself. */
export const isKnowable = ({ details }: Refusal): boolean =>
  details?.reason === "order_id" || details?.reason === "amount";

/** Who may not read it, or a token that is unknown. */
function unread(error: unknown): undefined {
  if (error instanceof AppError && error.status < 500) return undefined;
  throw error;
}
