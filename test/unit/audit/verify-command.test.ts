import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReceiptEIP712 } from "@x402/extensions/offer-receipt";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AGENT_KEY, contents, makeLog, VAULT } from "./make-log.ts";

const script = join(import.meta.dirname, "../../../local/verify-audit.ts");
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "sextant-audit-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number | null; out: string }> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", script, ...args],
    {
      encoding: "utf8",
    },
  );
  return { code: status, out: stdout + stderr };
}
const saved = (name: string, value: unknown): string => {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

test("default: the command says an export is whole or what is wrong, and exits so", async () => {
  const log = await makeLog(contents(12));
  const agent = log.head!.agent;
  expect(await run(saved("good.json", log))).toEqual({
    code: 0,
    out:
      "Entries 1 to 12 are complete and as they were written. Signed " +
      `2026-09-01T00:00:00.000Z by ${agent}: compare it with the vault's agent wallet.\n`,
  });
  expect((await run("--agent", agent, join(directory, "good.json"))).code).toBe(0);
  expect((await run("--agent", `0x${"1".repeat(40)}`, join(directory, "good.json"))).code).toBe(1);
  const cut = saved("cut.json", { ...log, entries: log.entries.slice(0, 10), next: 11 });
  expect(await run(cut)).toEqual({
    code: 1,
    out:
      "cut: The log has 12 entries and ends here after 10.\nNOT as it was written: 1 faults " +
      "in 10 entries.\n",
  });
  expect(await run(saved("other.json", { ...log, head: 1 }))).toMatchObject({ code: 1 });
  expect(await run()).toMatchObject({
    code: 1,
    out: expect.stringContaining("npm run audit:verify"),
  });
}, 60_000);

test("default: the command says what a receipt is of, alone, with log, or as header", async () => {
  const at = 1_788_220_800_000;
  const [payer, payment, hash] = [
    `0x${"aa".repeat(20)}`,
    `0x${"5e".repeat(32)}`,
    `0x${"ca".repeat(32)}`,
  ];
  const service = privateKeyToAccount(`0x${"33".repeat(32)}`);
  const signedBy = service.address.toLowerCase();
  const agent = privateKeyToAccount(AGENT_KEY);
  // x402's own words and signature: by its package.
  const input = {
    resourceUrl: "https://a.example/api/tools",
    payer,
    network: "eip155:8453",
    transaction: payment,
  };
  const receipt = await createReceiptEIP712(input, (typed) =>
    service.signTypedData(typed as never),
  );
  const call = {
    ...{
      tool: "build_vault_swap",
      vault: VAULT,
      chainId: 8453,
      transaction: hash,
      outcome: "confirmed",
      payment,
      payer,
      at,
    },
    ...{ agent: agent.address.toLowerCase(), keyVersion: 1 },
  };
  const message =
    `Receipt of an executed call\n\nTool: build_vault_swap\nVault: ${VAULT} on chain ` +
    `8453\nTransaction: ${hash}, confirmed\nPaid: ${payment} by ${payer}\nSigned: ${at} by ` +
    `${call.agent}, key 1`;
  const calls = [{ ...call, signature: await agent.signMessage({ message }) }];
  const extensions = {
    "offer-receipt": { info: { receipt } },
    "call-receipt": { info: { calls } },
  };
  const answer = { success: true, transaction: payment, payer, network: "eip155:8453", extensions };
  const opened = { kind: "attempt_opened", attempt: "call:1", hash };
  const ended = { kind: "attempt_ended", attempt: "call:1", status: "confirmed" };
  const page = saved(
    "log.json",
    await makeLog([opened, ended].map((entry) => ({ content: JSON.stringify(entry) }))),
  );
  const path = saved("receipt.json", answer);
  expect(
    await run("--receipt", path, "--service", signedBy, "--agent", call.agent, page),
  ).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      `build_vault_swap of vault ${VAULT} on chain 8453: ${hash}, confirmed.`,
    ),
  });
  const header = join(directory, "header.txt");
  writeFileSync(header, Buffer.from(JSON.stringify(answer)).toString("base64"));
  expect(await run("--receipt", header)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Signed by ${signedBy}`),
  });
  // Whoever makes both signatures can name any address: what was not compared is said, and so is a
  // log that is of another vault.
  const alone = await run("--receipt", path, "--service", signedBy);
  expect(alone.out).toContain(`Signed by ${call.agent}: compare it with the vault's agent wallet`);
  const elsewhere = saved("elsewhere.json", { ...(await makeLog(contents(1))), chainId: 42161 });
  expect((await run("--receipt", path, "--agent", call.agent, elsewhere)).out).toContain(
    "Not compared with its log",
  );
  expect(await run("--receipt", path, "--service", payer)).toMatchObject({
    code: 1,
    out: expect.stringContaining("NOT a good"),
  });
  const other = saved(
    "other-log.json",
    await makeLog([{ content: JSON.stringify({ kind: "vault_frozen" }) }]),
  );
  expect(await run("--receipt", path, other)).toMatchObject({
    code: 1,
    out: expect.stringContaining("is not in the vault's log"),
  });
  expect(await run("--receipt", saved("plain.json", { success: true }))).toMatchObject({ code: 1 });
}, 60_000);
