import type { NamedGrant } from "../../schemas/agent-grant.ts";
import type { ToolContext } from "../tools/tool.ts";
import { MAX_CARD_CHARS } from "./card-of.ts";

/** Begins a card with who asks, in the owner's words, and cuts it to what every door shows. */
export const cardBy = ({ grant }: Pick<ToolContext, "grant">, message: string): string =>
  (grant === undefined ? message : `Your agent "${grant.name}" (${grant.agent}) asks.\n${message}`).slice(
    0,
    MAX_CARD_CHARS,
  );

/** Grant of an operation, for its record. */
export const grantOfCard = ({ grant }: Pick<ToolContext, "grant">): { grant?: NamedGrant } =>
  grant === undefined ? {} : { grant: { id: grant.id, name: grant.name, agent: grant.agent } };
