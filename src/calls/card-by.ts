import type { Operation } from "../../schemas/operation.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { operatorOf, type ToolContext } from "../tools/tool.ts";
import { MAX_CARD_CHARS } from "./card-of.ts";

/** Begins a card with who asks, in the owner's words, and cuts it to what every door shows. */
export const cardBy = ({ grant }: Pick<ToolContext, "grant">, message: string): string =>
  (grant === undefined
    ? message
    : `Your agent "${grant.name}" (${grant.agent}) asks.\n${message}`
  ).slice(0, MAX_CARD_CHARS);

/** Start of an operation's record: new id, vault, operator, and the grant that asks. */
export const operationBase = (
  ctx: ToolContext,
): Pick<Operation, "id" | "vault" | "chainId" | "operator" | "grant"> => ({
  // 128 bits of two ids with more than 240 random ones.
  id: sha256Of(`${ctx.deps.newId()} ${ctx.deps.newId()}`).slice(0, 32),
  vault: lowerHex(ctx.vault),
  chainId: ctx.chainId,
  operator: lowerHex(operatorOf(ctx)),
  ...(ctx.grant && { grant: { id: ctx.grant.id, name: ctx.grant.name, agent: ctx.grant.agent } }),
});
