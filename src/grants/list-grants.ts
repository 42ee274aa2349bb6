import * as z from "zod";
import { shownGrant } from "../../schemas/grant-request.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { allow } from "../lib/verdict.ts";
import { listGrants as readGrants } from "../store/vaults/list-grants.ts";
import { defineTool, operatorOf } from "../tools/tool.ts";
import { grantShown } from "./grant-shown.ts";

/** The same as GET /api/grants. */
export const listGrants = defineTool({
  name: "list_grants",
  description:
    "Lists the grants of agents for this vault: what each may do, until when, its last call " +
    "and what is left of its limit of 24 hours on the chain.",
  category: "Delegation",
  access: "operator",
  leastScope: "owner",
  effect: "read",
  input: z.object({
    chain: z
      .string()
      .trim()
      .min(1)
      .max(32)
      .optional()
      .describe("Chain name; default: the chain of the request."),
  }),
  example: {},
  model: "hidden",
  hints: { openWorld: false },
  output: () => z.object({ grants: z.array(shownGrant) }),
  run: async (ctx) => {
    const { deps, chainId, vault } = ctx;
    const nowMs = deps.clock.nowMs();
    const read = { nowMs, owner: operatorOf(ctx), vault, chainId };
    const { grants: kept } = await readGrants.run(deps.redis, deps.keys, read);
    const grants = kept.map((one) => grantShown(one, nowMs));
    const message =
      grants.length === 0 ? "No agent has a grant for this vault." : grants.map(lineOf).join("\n");
    return allow({ message, data: { grants } });
  },
});

function lineOf({
  id,
  name,
  agent,
  scope,
  status,
  expiresAt,
  maxPerDay,
  left,
  baseToken,
}: z.infer<typeof shownGrant>) {
  const limit = maxPerDay === null ? "" : `, ${maxPerDay} ${baseToken} a day (${left} left)`;
  return (
    `${name} (${agent}): ${scope}${limit}, ` +
    `${status === "lasts" ? `until ${utcMinute(expiresAt)}` : status}. Id ${id}`
  );
}
