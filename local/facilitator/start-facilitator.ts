import { setTimeout as delay } from "node:timers/promises";
import { type DiscoveryExtension, validateDiscoveryExtension } from "@x402/extensions/bazaar";
import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import * as z from "zod";
import { chainClient } from "../chain/chain-client.ts";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { type FacilitatorFaultOrder, facilitatorFaults } from "./facilitator-faults.ts";
import { spawnFacilitatorThread } from "./spawn-facilitator-thread.ts";

export type FacilitatorStep = "verify" | "settle" | "supported";
/**
 * `answer` is that of the packages, also when the caller was answered otherwise; null when they
 * were not called.
 */
export type FacilitatorCall = {
  step: FacilitatorStep;
  fault: string | null;
  body: unknown;
  answer: unknown;
};
export type LocalFacilitator = {
  url: string;
  /** The key that pays the gas of every settlement. */
  address: Address;
  log(): FacilitatorCall[];
  /** The next `times` (default 1) calls of `step` go wrong in the way of `mode`. */
  fail(order: FacilitatorFaultOrder): void;
  /** No faults, empty log. */
  reset(): void;
  stop(): Promise<void>;
};
export type FacilitatorOptions = {
  rpcUrl: string;
  /** By what time authorizations are judged; default the wall clock. */
  clock?: () => number;
};

const paymentBody = z.looseObject({
  paymentPayload: z.looseObject({}),
  paymentRequirements: z.looseObject({}),
});

/**
 * An x402 facilitator on loopback for chain 8453: POST /verify, POST /settle, GET /supported, by
 * the parts of @x402/core and @x402/evm, for payloads of both generations (network "eip155:8453" in
 * v2, "base" in v1). Its key is fresh and funded. Dev controls: POST /_dev/fail (see
 * FacilitatorFaultOrder), POST /_dev/reset, GET /_dev/log.
 */
export async function startFacilitator({
  rpcUrl,
  clock = Date.now,
}: FacilitatorOptions): Promise<LocalFacilitator> {
  const privateKey = generatePrivateKey();
  const address = privateKeyToAddress(privateKey);
  await chainClient({ rpcUrl }).setBalance({ address, value: parseEther("100") });
  const thread = spawnFacilitatorThread({ rpcUrl, privateKey });
  const faults = facilitatorFaults();
  const stopping = new AbortController();
  let calls: FacilitatorCall[] = [];
  const reset = () => {
    faults.clear();
    calls = [];
  };

  const serve = async (step: FacilitatorStep, body?: unknown): Promise<LocalAnswer | "drop"> => {
    const fault = faults.next(step);
    const call: FacilitatorCall = { step, fault: fault?.mode ?? null, body, answer: null };
    calls.push(call);
    if (fault?.mode === "down") return "drop";
    if (fault?.mode === "status") return jsonAnswer(fault.status, { error: "ordered by a test" });
    call.answer = await thread.run(step, clock(), body);
    if (fault?.mode === "lost") return "drop";
    if (fault?.mode === "slow") await delay(fault.delayMs, undefined, { signal: stopping.signal });
    const answered = jsonAnswer(200, call.answer);
    const listing = step === "settle" ? listingOf(body) : undefined;
    return listing === undefined
      ? answered
      : { ...answered, headers: { ...answered.headers, "extension-responses": listing } };
  };

  const server = await startHttpServer(async ({ method, target, body }) => {
    switch (`${method} ${target}`) {
      case "POST /verify":
      case "POST /settle": {
        const payment = paymentBody.safeParse(parsed(body));
        if (!payment.success) return jsonAnswer(400, { error: z.prettifyError(payment.error) });
        return serve(target === "/verify" ? "verify" : "settle", payment.data);
      }
      case "GET /supported":
        return serve("supported");
      case "POST /_dev/fail":
        faults.add(parsed(body));
        return jsonAnswer(200, {});
      case "POST /_dev/reset":
        reset();
        return jsonAnswer(200, {});
      case "GET /_dev/log":
        return jsonAnswer(200, { ...countsOf(calls), calls });
      default:
        return jsonAnswer(404, { error: `no such path: ${method} ${target}` });
    }
  });
  return {
    url: server.url,
    address,
    log: () => [...calls],
    fail: faults.add,
    reset,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await thread.stop();
    },
  };
}

/**
 * As the specification has a facilitator's catalogue answer, by the package's own check of what the
 * client echoed.
 */
function listingOf(body: unknown): string | undefined {
  const { extensions } = (
    body as { paymentPayload: { extensions?: { bazaar?: DiscoveryExtension } } }
  ).paymentPayload;
  if (extensions?.bazaar === undefined) return undefined;
  const { valid, errors = [] } = validateDiscoveryExtension(extensions.bazaar);
  const bazaar = valid
    ? { status: "success" }
    : { status: "rejected", rejectedReason: errors.join(", ") };
  return Buffer.from(JSON.stringify({ bazaar })).toString("base64");
}

function parsed(body: LocalRequest["body"]): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function countsOf(calls: FacilitatorCall[]): Record<FacilitatorStep, number> {
  const of = (step: FacilitatorStep) => calls.filter((call) => call.step === step).length;
  return { verify: of("verify"), settle: of("settle"), supported: of("supported") };
}
