import { unwrap } from "../errors.ts";
import type { AgentSigner, AgentWallet } from "./agent-wallet.ts";
import { judgeSigning } from "./judge-signing.ts";

/** Keeps refused requests from the keys. Every signer, local or hosted, stands behind it. */
export const guardWallet = (signer: AgentSigner): AgentWallet => ({
  currentKeyVersion: signer.currentKeyVersion,
  address: (vault, keyVersion) => signer.address(vault, keyVersion),
  signMessage: (vault, keyVersion, message) => signer.signMessage(vault, keyVersion, message),
  sign: async (vault, keyVersion, transaction, delegation) => {
    // Copies exactly these fields, so that the judged transaction is the signed one.
    const {
      chainId,
      to,
      data,
      nonce,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
      value = 0n,
    } = transaction;
    const judged = { chainId, to, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, value };
    const agent = await signer.address(vault, keyVersion);
    unwrap(judgeSigning({ vault, keyVersion, agent, transaction: judged, delegation }));
    return signer.sign(vault, keyVersion, judged);
  },
});
