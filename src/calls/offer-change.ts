import * as z from "zod";
import { CHANGE_TTL_MS, type ChangeOperation } from "../../schemas/operation.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { Token } from "../chain/resolve-token.ts";
import { canonicalJson, sha256Of } from "../lib/sha256-of.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { unnamedWarnings } from "../pipeline/limited-of.ts";
import type { StateTool, ToolContext } from "../tools/tool.ts";
import { cardBy, operationBase } from "./card-by.ts";
import { unlistedTokenLines } from "./card-of.ts";
import { dryDeps } from "./dry-deps.ts";
import { namesOf, writeDownOffer } from "./write-down-offer.ts";

type Offer = {
  tool: StateTool;
  args: Record<string, unknown>;
  /** A model's words for its operator, and what was filled in. */
  card: readonly string[];
  /** Its answer shows it in the operator's chat. */
  isShownInChat: boolean;
};

/**
 * Tries a model's change without writing and writes it down with its answer; approval makes it
 * (src/operations/make-change.ts). Refuses as the change would.
 */
export async function offerChange(
  ctx: ToolContext,
  { tool, args, card, isShownInChat }: Offer,
): Promise<Verdict<Omit<ToolResult, "tool">>> {
  const { deps } = ctx;
  const names = { unnamed: [] };
  const tried = await tool.run(
    { ...ctx, deps: dryDeps(deps), dryRun: { checks: [] }, offered: names },
    args,
  );
  if (!tried.ok) return tried;
  if (ctx.dryRun) ctx.dryRun.proposed = tried.value.data;
  const createdAtMs = deps.clock.nowMs();
  const description = tool.description.split(/[.;:](?: |$)/)[0] ?? tool.name;
  const operation: ChangeOperation = {
    kind: "change",
    ...operationBase(ctx),
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

/** SHA-256 in hex of a change's tool and arguments, which the operator approves. */
export const changeHash = (tool: string, args: Readonly<Record<string, unknown>>): string =>
  sha256Of(canonicalJson({ tool, arguments: args }));

const order = z.object({
  sellTokenAddress: hexAddress,
  sellSymbol: z.string(),
  buyTokenAddress: hexAddress,
  buySymbol: z.string(),
});

/** Tokens of the order in the answer, if it holds one. */
function orderTokens(
  data: Record<string, unknown> | undefined,
): Pick<Token, "address" | "symbol">[] {
  // Each kind has its own name for its orders.
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
