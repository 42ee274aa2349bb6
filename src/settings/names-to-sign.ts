import type { VaultLimitsChange } from "../../schemas/change-vault-limits.ts";

/**
 * What the line of a fresh signature has to hold where a change of the limits names something: the token and its amount of a day, or the
 * hook, as the change has them. undefined: it names nothing.
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
