import { hkdfSync } from "node:crypto";
import * as fc from "fast-check";
import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, test } from "vitest";
import type { DelegationRecord } from "../../../schemas/delegation-record.ts";
import { AppError } from "../../../src/errors.ts";
import { deriveAgentKey } from "../../../src/wallet/derive-key.ts";
import { createLocalAgentWallet } from "../../../src/wallet/local-agent-wallet.ts";

const SECRET = "an agent wallet secret of more than 32 bytes";
const VAULT: Address = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";
/** Half of the order of secp256k1 (SEC 2, 2.4.1): EIP-2 refuses a higher s. */
const HALF_N = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** RFC 5869 by node:crypto, apart from the code's WebCrypto (decision D29). */
const expectedKey = (secret: string, vault: string, version: number): Buffer =>
  Buffer.from(
    hkdfSync("sha256", secret, "", `sextant/agent/v${version}/${vault.toLowerCase()}`, 32),
  );
const expectedAddress = (secret: string, vault: string, version = 1): Address =>
  privateKeyToAddress(
    `0x${expectedKey(secret, vault, version).toString("hex")}`,
  ).toLowerCase() as Address;

const transaction = {
  chainId: 8453,
  to: VAULT,
  data: "0x2213bc0b00" as Hex,
  nonce: 7,
  gas: 500_000n,
  maxFeePerGas: 40_000_000n,
  maxPriorityFeePerGas: 1_000_000n,
};

describe("the key", () => {
  test("behavior: is the master secret's HKDF-SHA256, any vault, version, secret", async () => {
    const vaults = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);
    const secrets = fc.string({ minLength: 32, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(
        vaults,
        secrets,
        fc.integer({ min: 1, max: 9 }),
        async (vault, secret, version) => {
          const bytes = new Uint8Array(new TextEncoder().encode(secret));
          const key = await deriveAgentKey(bytes, vault as Address, version);
          expect(Buffer.from(key)).toEqual(expectedKey(secret, vault, version));
        },
      ),
      { numRuns: 50 },
    );
  });

  test("behavior: the vault's letter case does not matter", async () => {
    const wallet = createLocalAgentWallet(SECRET);
    const shouted = VAULT.toUpperCase().replace("0X", "0x") as Address;
    expect(await wallet.address(shouted, 1)).toBe(await wallet.address(VAULT, 1));
  });

  test("behavior: another vault, version or secret is another agent", async () => {
    const other: Address = `0x${"1".repeat(40)}`;
    const addresses = await Promise.all([
      createLocalAgentWallet(SECRET).address(VAULT, 1),
      createLocalAgentWallet(SECRET).address(other, 1),
      createLocalAgentWallet(SECRET).address(VAULT, 2),
      createLocalAgentWallet(`${SECRET}.`).address(VAULT, 1),
    ]);
    const expected = [
      expectedAddress(SECRET, VAULT),
      expectedAddress(SECRET, other),
      expectedAddress(SECRET, VAULT, 2),
      expectedAddress(`${SECRET}.`, VAULT),
    ];
    expect(addresses).toEqual(expected);
    expect(new Set(addresses).size).toBe(4);
  });
});

/** A vault's own delegation, of the agent that the local wallet has for it. */
const delegation: DelegationRecord = {
  enabled: true,
  vault: VAULT,
  chainId: 8453,
  operator: `0x${"9".repeat(40)}`,
  agent: expectedAddress(SECRET, VAULT),
  keyVersion: 1,
  selectors: ["0x2213bc0b"],
  confirmedAt: 0,
};

describe("signing", () => {
  test("behavior: an EIP-1559 transaction of 0 wei, with exactly the asked fields", async () => {
    const { raw, hash } = await createLocalAgentWallet(SECRET).sign(
      VAULT,
      1,
      transaction,
      delegation,
    );
    const parsed = parseTransaction(raw);
    expect(parsed).toMatchObject({ ...transaction, type: "eip1559" });
    expect(parsed.value ?? 0n).toBe(0n);
    expect(hash).toBe(keccak256(raw));
    expect(
      (await recoverTransactionAddress({ serializedTransaction: raw as never })).toLowerCase(),
    ).toBe(expectedAddress(SECRET, VAULT));
    expect(BigInt(parsed.s ?? "0x0")).toBeLessThanOrEqual(HALF_N);
  });

  test("behavior: signing twice gives same bytes, a nonce or fee more gives others", async () => {
    const sign = async (changes: object) =>
      (
        await createLocalAgentWallet(SECRET).sign(
          VAULT,
          1,
          { ...transaction, ...changes },
          delegation,
        )
      ).raw;
    expect(await sign({})).toBe(await sign({}));
    expect(await sign({ nonce: 8 })).not.toBe(await sign({}));
    expect(await sign({ maxFeePerGas: 40_000_001n })).not.toBe(await sign({}));
  });
});

describe("the secret", () => {
  const used = async (secret: string | undefined) =>
    createLocalAgentWallet(secret)
      .address(VAULT, 1)
      .then(
        () => undefined,
        (error: unknown) => error as AppError,
      );

  test("behavior: 32 bytes are enough, 31 are not, and bytes count, not letters", async () => {
    expect(await used("a".repeat(32))).toBeUndefined();
    expect(await used("é".repeat(16))).toBeUndefined();
    for (const secret of ["a".repeat(31), "é".repeat(15), "", undefined]) {
      expect(await used(secret)).toMatchObject({ code: "not_configured", status: 503 });
    }
  });

  test("error: what is missing is named in the cause only, and the secret nowhere", async () => {
    const error = await used("too-short-to-be-a-secret");
    expect(error).toBeInstanceOf(AppError);
    expect(error?.message).not.toContain("AGENT_WALLET_SECRET");
    expect(String(error?.cause)).toContain("AGENT_WALLET_SECRET");
    expect(
      JSON.stringify([error?.message, error?.details, String(error?.cause), error?.stack]),
    ).not.toContain("too-short");
  });

  test("behavior: nothing is asked of it before it is used", () => {
    expect(() => createLocalAgentWallet(undefined)).not.toThrow();
  });

  test("behavior: the wallet gives out addresses and signatures, no key", async () => {
    const wallet = createLocalAgentWallet(SECRET);
    await wallet.sign(VAULT, 1, transaction, delegation);
    expect(Object.keys(wallet).sort()).toEqual([
      "address",
      "currentKeyVersion",
      "sign",
      "signMessage",
    ]);
    expect(JSON.stringify(wallet)).toBe('{"currentKeyVersion":1}');
  });
});
