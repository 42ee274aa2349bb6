import type { Hex } from "viem";

/**
 * `permit`: recipient, then ((token, amount), nonce, deadline) in words 1..4. `nativeCheck`: the
 * deadline is word 0.
 */
type SettlerAction = {
  name: string;
  allowed: boolean;
  carries: "permit" | "nativeCheck" | "nothing";
};

const swap = (name: string): SettlerAction => ({ name, allowed: true, carries: "nothing" });
const vip = (name: string): SettlerAction => ({ name, allowed: true, carries: "permit" });
const refused = (name: string): SettlerAction => ({ name, allowed: false, carries: "nothing" });

/**
 * 0x Settler actions by selector (ISettlerActions.sol at dc7f22e and 0127cd7; a test recomputes
 * each). Other published values match no signature. Refused like unlisted ones: RFQ, METATXN,
 * CHECK_SLIPPAGE (by the vault too), RENEGADE (any target), SELECT (nested actions).
 */
export const SETTLER_ACTIONS: Readonly<Record<Hex, SettlerAction>> = {
  "0xc1fb425e": vip("TRANSFER_FROM"),
  "0xbd01c226": { name: "NATIVE_CHECK", allowed: true, carries: "nativeCheck" },
  "0x34ee90ca": swap("POSITIVE_SLIPPAGE"),
  "0x131ad428": refused("CHECK_SLIPPAGE"),
  "0x38c9c147": swap("BASIC"),
  "0x103b48be": swap("UNISWAPV2"),
  "0x8d68a156": swap("UNISWAPV3"),
  "0x3036d6a6": vip("UNISWAPV3_VIP"),
  "0xaf72634f": swap("UNISWAPV4"),
  "0x931997d3": vip("UNISWAPV4_VIP"),
  "0xfd8c38e1": swap("BALANCERV3"),
  "0x4150c86c": vip("BALANCERV3_VIP"),
  "0xdf753f1e": swap("PANCAKE_INFINITY"),
  "0xd272fc20": vip("PANCAKE_INFINITY_VIP"),
  "0x0bcce50f": vip("CURVE_TRICRYPTO_VIP"),
  "0xb8df6d4d": swap("DODOV1"),
  "0xca9e5d0f": swap("DODOV2"),
  "0xf5b99189": swap("VELODROME"),
  "0x9b59756f": swap("MAVERICKV2"),
  "0xda8a2f21": vip("MAVERICKV2_VIP"),
  "0x736180c8": swap("MAKERPSM"),
  "0x6c5f9cf9": swap("EKUBO"),
  "0xdb678221": vip("EKUBO_VIP"),
  "0xf61460f9": swap("EKUBOV3"),
  "0x10cd6343": vip("EKUBOV3_VIP"),
  "0x6472b276": swap("EULERSWAP"),
  "0xa37f34d8": swap("LFJTM"),
  "0x670335be": swap("BEBOP"),
  "0xd47868c9": swap("HANJI"),
  "0xd92aadfb": refused("RFQ"),
  "0x604ba49a": refused("RFQ_VIP"),
  "0x9714f25e": refused("METATXN_RFQ_VIP"),
  "0x0dfeb419": refused("METATXN_TRANSFER_FROM"),
  "0x45d8bb1f": refused("METATXN_UNISWAPV3_VIP"),
  "0xd9d94e41": refused("METATXN_UNISWAPV4_VIP"),
  "0x449b52ab": refused("METATXN_BALANCERV3_VIP"),
  "0xef4df77a": refused("METATXN_PANCAKE_INFINITY_VIP"),
  "0xa04626b4": refused("METATXN_CURVE_TRICRYPTO_VIP"),
  "0x6f63f67f": refused("METATXN_MAVERICKV2_VIP"),
  "0x8e393375": refused("METATXN_EKUBO_VIP"),
  "0xf67d89e5": refused("METATXN_EKUBOV3_VIP"),
  "0xcb428eae": refused("RENEGADE"),
  "0xd12b5347": refused("RENEGADE"),
  "0x42032aef": refused("SELECT"),
};
