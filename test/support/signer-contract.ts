import type { Address, Hex } from "viem";

/** ERC-1271's value for yes. */
const MAGIC = "1626ba7e";

/**
 * Code of a contract that stands behind what one account signs: ecrecover on the hash, r, s and v
 * at their fixed places of the calldata.
 */
export const signerContract = (signer: Address): Hex =>
  `0x600435600052${"60a43560f81c602052"}${"606435604052"}${"608435606052"}${"6020600060806000" + "60015afa50"}60005173${signer.slice(2)}1463${MAGIC}60e01b0260005260206000f3`;
