import type { NamedGrant } from "../../schemas/agent-grant.ts";
import type { ToolContext } from "../tools/tool.ts";
import { MAX_CARD_CHARS } from "./card-of.ts";

/** A card begins with who asks, in the owner's word for it: nothing on it was written by the agent. Cut to what every door shows whole. */
export const cardBy = ({ grant }: Pick<ToolContext, "grant">, message: string): string =>
  (grant === undefined ? message : `Your agent "${grant.name}" (${grant.agent}) asks.\n${message}`).slice(
    0,
    MAX_CARD_CHARS,
  );

/** Whose an operation is, for its record; nothing of what its operator asked for. */
export const grantOfCard = ({ grant }: Pick<ToolContext, "grant">): { grant?: NamedGrant } =>
  grant === undefined ? {} : { grant: { id: grant.id, name: grant.name, agent: grant.agent } };
