import type { VaultLimitsChange } from "../../schemas/change-vault-limits.ts";

/**
 * What the fresh signature's line has to hold, as the change has it: the token and its amount of a
 * day, or the hook. undefined: it names nothing.
 * @example namesToSign({ nameToken: { token: "0xAB…", maxPerDay: "5000" } }) // "token 0xab… 5000"
 */
export function namesToSign({
  nameToken,
  nameHook,
}: Pick<VaultLimitsChange, "nameToken" | "nameHook">): string | undefined {
  if (nameHook?.allowed === true) return `hook ${nameHook.hook.toLowerCase()}`;
  if (nameToken === undefined || nameToken.maxPerDay === null) return undefined;
  return `token ${nameToken.token.toLowerCase()} ${nameToken.maxPerDay}`;
}
