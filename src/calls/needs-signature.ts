import type { Tool } from "../tools/tool.ts";

/**
 * What a paired chat cannot do in its operator's name: settings are changed by who holds the wallet, not by who holds the
 * phone (decision 133). Going back to the Swap Shield's default is stopping something, which is always allowed.
 */
export const needsSignature = ({ category, name }: Tool): boolean =>
  category === "Operator Settings" && name !== "enable_swap_shield";
