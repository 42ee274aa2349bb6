import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hexToString } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import type { Check } from "./check.ts";
import { eachLine } from "./each-line.ts";

const projectDir = join(import.meta.dirname, "../../..");

/** What each snippet of the README is held to, by its place. */
export const readmeChecks: Record<string, Check> = {
  'README.md, "Start", sh': async (_, { code }) => {
    const commands = code
      .split("\n")
      .flatMap((line) => line.replace(/ +#.*/, "").split(" && "))
      .filter((command) => command !== "");
    expect(commands).toEqual(["npm ci", "npm start", "npm ci", "npm test"]);
    // They take minutes: CI runs them as they stand, on a clean clone.
    const ci = readFileSync(join(projectDir, ".ci/run"), "utf8");
    for (const command of commands)
      expect(ci).toMatch(new RegExp(`^(bare|env PATH="\\$bare_path") ${command}\\b`, "m"));
  },

  'README.md, "From curl", sh': async (reader, { code }) => {
    expect(code).toContain("http://127.0.0.1:8787");
    const said = await reader.type(code);
    expect(said).toContain('"facilitator":"ok"');
    expect(said).toContain('"priceUsdc":"0.0025"');
    expect(said).toContain("HTTP/1.1 402");
    expect(said).toMatch(/^PAYMENT-REQUIRED: [A-Za-z0-9+/]+=*\r?$/im);
    expect(said).toContain('"maxAmountRequired":"2000"');
    expect(reader.charged()).toEqual([]);
  },

  'README.md, "From an agent", js': async (reader, snippet) => {
    expect(await reader.runFile(snippet)).toBe("");
  },
  'README.md, "From an agent", js 2': async (reader, snippet) => {
    const said = await reader.runFile(snippet);
    expect(said).toMatch(/^200 1 ETH = 2\d{3}\.\d+ USDC, best at (0x|uniswap)$/m);
    expect(said).toMatch(/receipt.*\n.*success: true/);
    expect(reader.charged()).toEqual(["2000"]);
  },
  'README.md, "From an agent", js 3': async (reader, snippet) => {
    const said = await reader.runFile(snippet);
    expect(said).toMatch(/^get_swap_quote build_vault_swap /);
    expect(said).toMatch(/\nSell 1 ETH for about 2\d{3}\.\d+ USDC on uniswap\./);
    expect(reader.charged()).toEqual(["2500"]);
  },

  'README.md, "For a vault, by a grant", sh': async (reader, { code }) => {
    const [said = "", ...more] = await eachLine(reader, code);
    expect(more).toEqual([]);
    const headers = Object.fromEntries(
      [...said.matchAll(/^(X-[A-Za-z-]+): (\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(headers)).toHaveLength(5);
    const { baseUrl, manifest } = reader.stack;
    const shown = await fetch(`${baseUrl}/api/operations?vault=${manifest.vault}`, { headers });
    expect([shown.status, await shown.json()]).toMatchObject([200, { operations: [] }]);
  },

  'README.md, "From a browser", js': async ({ stack, charged }, { code }) => {
    const account = privateKeyToAccount(stack.manifest.operator.privateKey);
    // EIP-1193 and EIP-1474: a wallet signs the bytes that it is given in hex.
    const request = async ({ method, params }: { method: string; params?: any[] }) => {
      if (method === "eth_requestAccounts") return [account.address];
      expect([method, params?.[1]]).toEqual(["personal_sign", account.address]);
      return account.signMessage({ message: hexToString(params?.[0]) });
    };
    const asked: { url: string; headers: Record<string, string> }[] = [];
    const said: unknown[][] = [];
    const page = {
      window: { ethereum: { request } },
      console: { log: (...words: unknown[]) => said.push(words) },
      fetch: async (url: string, init?: { headers: Record<string, string> }) => {
        if (init !== undefined) asked.push({ url, headers: init.headers });
        return fetch(url, init);
      },
    };
    const script = code
      .replace('"0x..."', `"${stack.manifest.vault}"`)
      .replace("http://127.0.0.1:8787", stack.baseUrl);
    // Safe: the body of an async function, as a page's module is one.
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
    await new AsyncFunction(...Object.keys(page), script)(...Object.values(page));
    expect(said).toEqual([[200, expect.stringMatching(/^2\d{9}$/)]]);
    expect(charged()).toEqual([]);
    const [{ url, headers } = { url: "", headers: {} }] = asked;
    const names = Object.keys(headers).join(",");
    const preflight = await fetch(url, {
      method: "OPTIONS",
      headers: {
        origin: "https://dapp.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": names,
      },
    });
    const allowed = (preflight.headers.get("access-control-allow-headers") ?? "")
      .toLowerCase()
      .split(/ *, */);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(allowed).toEqual(expect.arrayContaining(names.toLowerCase().split(",")));
  },

  'README.md, "From Telegram", sh': async (reader, { code }) => {
    const [delegated, asked, approved, ...more] = await eachLine(reader, code);
    expect(more).toEqual([]);
    expect(delegated).toMatch(
      /^The agent wallet 0x[0-9a-f]{40} may call( 0x[0-9a-f]{8}){4,}; missing: 0$/m,
    );
    expect(asked).toContain("Waits for your approval: Swap 100 USDC for about 0.");
    expect(asked).toMatch(/^\[✅ Approve\] \[❌ Reject\] \[✏️ Change\]$/mu);
    expect(approved).toMatch(/^Executed: sold 100 USDC, bought 0\.0\d+ ETH\./m);
    expect(approved).not.toContain("Waits for your approval");
  },
};
