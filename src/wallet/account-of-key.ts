import type { Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

/** Loaded with the first signature: making the curve's tables takes time. */
export const accountOfKey = (key: Hex): PrivateKeyAccount => privateKeyToAccount(key);
