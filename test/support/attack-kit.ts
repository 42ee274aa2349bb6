import {
  type Address,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from "viem";
import type { LocalAnswer } from "../../local/lib/start-http-server.ts";
import type { Flow } from "./start-flow.ts";
import type { TestVault } from "./test-stack.ts";

/**
 * A raw transaction that the Worker handed out. `reached` is false when the line was cut before the
 * node.
 */
export type Handed = { to: Address; nonce: number; data: Hex; hash: Hex; reached: boolean };
/** What the store holds of an attempt, beside its text. */
export type Held = {
  id: string;
  status: string;
  nonce: number;
  hashes: string[];
  freeing: string[];
  abandoned: boolean;
};
type Call = { method: string; params: [Record<string, string>?] };
type Reply = { id: number; result?: unknown; error?: unknown };

/**
 * What the reviewer's attacks used: a look at what leaves the Worker and at the store, and lies
 * told in between.
 */
export function attackKit({ stack, chain, orders, readyVault }: Flow) {
  const { command } = stack.stack.redis;
  return {
    GATEWAY_ERROR: {
      status: 500,
      headers: JSON_TYPE,
      body: '{"error":"gateway"}',
    } satisfies LocalAnswer,
    /** Delegated, paired, and its operator in autonomous mode. */
    autonomousVault: async (): Promise<TestVault> => {
      const vault = await readyVault();
      await orders.set(vault, "exec-mode", { mode: "autonomous" });
      return vault;
    },
    /** A direct delegated sale of USDC for ETH. */
    trade: (vault: TestVault, amountIn = "100") =>
      stack.tool(vault, "build_vault_swap", { ...SWAP, amountIn }, { executionMode: "delegated" }),
    /**
     * The script that a request to Redis runs: those that write name themselves in their first key.
     */
    scriptOf: (body: string): string => /:request:([\w-]+):/.exec(body)?.[1] ?? "read",
    /**
     * The exact call of a vault is simulated with its gas at one place only: in the last look
     * before a broadcast.
     */
    isLastLook: (body: string, vault: TestVault): boolean =>
      callsOf(body).some((call) => isExactCall(call) && call.params[0]?.to === vault.address),
    isExactCall,
    /**
     * Every transaction of the vault's agent that the Worker handed out since the last reset, in
     * order.
     */
    handedOut: async (vault: TestVault): Promise<Handed[]> => {
      const sends = stack.proxies.rpc
        .log()
        .filter(({ body }) => body.includes("eth_sendRawTransaction"));
      const all = sends.map(async ({ body, status }) => {
        const raw = (JSON.parse(body) as { params: [Hex] }[])[0]?.params[0] as `0x02${string}`;
        const { to, nonce = 0, data = "0x" } = parseTransaction(raw);
        const from = (
          await recoverTransactionAddress({ serializedTransaction: raw })
        ).toLowerCase();
        return {
          from,
          to: String(to).toLowerCase() as Address,
          nonce,
          data,
          hash: keccak256(raw),
          reached: status !== null,
        };
      });
      return (await Promise.all(all))
        .filter(({ from }) => from === vault.agent.toLowerCase())
        .map(({ from: _, ...one }) => one);
    },
    /**
     * Mined transactions of the agent, by nonce: the vault's calls by name, 0 wei to itself as
     * "nothing".
     */
    minedBy: async (vault: TestVault): Promise<string[]> => {
      const hashes = await chain.sentBy(vault.agent);
      return Promise.all(
        hashes.map(async (hash) => {
          const [transaction, { status }] = await Promise.all([
            chain.client.getTransaction({ hash }),
            chain.client.getTransactionReceipt({ hash }),
          ]);
          const to = String(transaction.to).toLowerCase();
          const isNothing =
            to === vault.agent.toLowerCase() &&
            transaction.value === 0n &&
            transaction.input === "0x";
          return isNothing ? "nothing" : `${to === vault.address ? "vault" : to} ${status}`;
        }),
      );
    },
    /** The vault's attempts in the store, by nonce. */
    attempts: async (vault: TestVault): Promise<Held[]> => {
      const keys = (await command(["KEYS", "sx:local:attempt:*"])) as string[];
      const all = keys.map(async (key): Promise<Held & { vault: string }> => {
        const fields = ["vault", "status", "nonce", "hashes", "freeing", "abandoned"];
        const [of, status, nonce, hashes, freeing, abandoned] = (await command([
          "HMGET",
          key,
          ...fields,
        ])) as string[];
        return {
          id: key.slice("sx:local:attempt:".length),
          vault: String(of),
          status: String(status),
          nonce: Number(nonce),
          hashes: wordsOf(hashes),
          freeing: wordsOf(freeing),
          abandoned: abandoned === "1",
        };
      });
      const own = (await Promise.all(all)).filter((one) => one.vault === vault.address);
      return own.map(({ vault: _, ...one }) => one).sort((a, b) => a.nonce - b.nonce);
    },
    openInLane: async (vault: TestVault): Promise<number> =>
      Number(await command(["ZCARD", `sx:local:lane-open:8453:${vault.agent.toLowerCase()}`])),
    /** The node's answer to a request of the Worker, with some of its replies changed. */
    answerChanged: async (
      body: string,
      change: (call: Call, reply: Reply) => Reply,
    ): Promise<LocalAnswer> => {
      const upstream = await fetch(stack.stack.chain.rpcUrl, {
        method: "POST",
        headers: JSON_TYPE,
        body,
      });
      const replies = (await upstream.json()) as Reply[];
      const calls = callsOf(body);
      const changed = replies.map((reply) => change(calls[reply.id] as Call, reply));
      return { status: 200, headers: JSON_TYPE, body: JSON.stringify(changed) };
    },
  };
}

const JSON_TYPE = { "content-type": "application/json" };
const SWAP = { tokenIn: "USDC", tokenOut: "ETH", dex: "uniswap" };

const callsOf = (body: string): Call[] => JSON.parse(body) as Call[];
const isExactCall = ({ method, params }: Call): boolean =>
  method === "eth_call" && params[0]?.gas !== undefined;
const wordsOf = (text: string | undefined | null): string[] =>
  (text ?? "").split(" ").filter((word) => word !== "");
