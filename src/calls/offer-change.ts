import * as z from "zod";
import { CHANGE_TTL_MS, type ChangeOperation } from "../../schemas/operation.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { Token } from "../chain/resolve-token.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { canonicalJson, sha256Of } from "../lib/sha256-of.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { unnamedWarnings } from "../pipeline/limited-of.ts";
import { operatorOf, type StateTool, type ToolContext } from "../tools/tool.ts";
import { cardBy, grantOfCard } from "./card-by.ts";
import { unlistedTokenLines } from "./card-of.ts";
import { dryDeps } from "./dry-deps.ts";
import { namesOf, writeDownOffer } from "./write-down-offer.ts";

type Offer = {
  tool: StateTool;
  args: Record<string, unknown>;
  /** What a model said in its operator's place, and what was filled in. */
  card: readonly string[];
  /** Requested in the operator's own chat, whose answer shows it. */
  isShownInChat: boolean;
};

/**
 * Of our own state, proposed by a model: tried without writing anything, written down with what it would answer, and made only once its
 * operator approves it (src/operations/make-change.ts). Refuses as the change would.
 */
export async function offerChange(
  ctx: ToolContext,
  { tool, args, card, isShownInChat }: Offer,
): Promise<Verdict<Omit<ToolResult, "tool">>> {
  const { deps } = ctx;
  const names = { unnamed: [] };
  const tried = await tool.run({ ...ctx, deps: dryDeps(deps), dryRun: { checks: [] }, offered: names }, args);
  if (!tried.ok) return tried;
  if (ctx.dryRun) ctx.dryRun.proposed = tried.value.data;
  const createdAtMs = deps.clock.nowMs();
  const description = tool.description.split(/[.;:](?: |$)/)[0] ?? tool.name;
  const operation: ChangeOperation = {
    kind: "change",
    // 128 bits of two ids with more than 240 random ones.
    id: sha256Of(`${deps.newId()} ${deps.newId()}`).slice(0, 32),
    vault: lowerHex(ctx.vault),
    chainId: ctx.chainId,
    operator: lowerHex(operatorOf(ctx)),
    ...grantOfCard(ctx),
    tool: tool.name,
    arguments: args,
    dataHash: changeHash(tool.name, args),
    description,
    message: cardBy(
      ctx,
      [
        `Waits for your approval: ${description}.`,
        ...unlistedTokenLines(deps.chain(ctx.chainId).addresses, orderTokens(tried.value.data)),
        ...unnamedWarnings(names.unnamed).map(({ message }) => message),
        `Approved, it would be answered: ${tried.value.message}`,
        ...card,
      ].join("\n"),
    ),
    ...namesOf(names),
    createdAtMs,
    expiresAtMs: createdAtMs + CHANGE_TTL_MS,
  };
  const { approveWith, ...offered } = await writeDownOffer(ctx, operation, isShownInChat);
  const { expiresAtMs: expiresAt, dataHash } = operation;
  return allow({ ...offered, data: { expiresAt, dataHash, ...(approveWith && { approveWith }) } });
}

/** SHA-256 in hex of the change that an operator approves: its tool and arguments. */
export const changeHash = (tool: string, args: Readonly<Record<string, unknown>>): string =>
  sha256Of(canonicalJson({ tool, arguments: args }));

const order = z.object({
  ...{ sellTokenAddress: hexAddress, sellSymbol: z.string() },
  ...{ buyTokenAddress: hexAddress, buySymbol: z.string() },
});

/** As the order's record has them; none where the change is about none. */
function orderTokens(data: Record<string, unknown> | undefined): Pick<Token, "address" | "symbol">[] {
  // Under whichever name a kind has for its orders.
  const read = Object.values({ ...data })
    .map((value) => order.safeParse(value).data)
    .find((found) => found !== undefined);
  if (read === undefined) return [];
  const { sellTokenAddress, sellSymbol, buyTokenAddress, buySymbol } = read;
  return [
    { address: sellTokenAddress, symbol: sellSymbol },
    { address: buyTokenAddress, symbol: buySymbol },
  ];
}
