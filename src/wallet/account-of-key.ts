import type { Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

/** A module of its own, loaded at the first signature: the curve's tables are made with it. */
export const accountOfKey = (key: Hex): PrivateKeyAccount => privateKeyToAccount(key);
