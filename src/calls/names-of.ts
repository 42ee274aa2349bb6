import type { Address } from "viem";
import type { Operation } from "../../schemas/operation.ts";
import type { ToolContext } from "../tools/tool.ts";

/** Of what was tried for a card: the tokens that its approval names, for the operation's record. */
export function namesOf({ unnamed }: NonNullable<ToolContext["offered"]>): Pick<Operation, "names"> {
  const names: Address[] = [...new Set(unnamed)];
  return names.length === 0 ? {} : { names };
}
