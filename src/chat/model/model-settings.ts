import type { FetchLike } from "../../chain/rpc.ts";

/**
 * US dollars per million tokens, as decimals with six places at most; undefined where not
 * configured.
 */
export type ModelPrices = { input: string | undefined; output: string | undefined };

/** An OpenAI-compatible endpoint, or the binding of Workers AI. */
export type ModelSettings = { model: string; prices: ModelPrices } & (
  | { kind: "endpoint"; baseUrl: string; apiKey: string | undefined; fetch: FetchLike }
  | {
      kind: "workers_ai";
      run: (model: string, inputs: Record<string, unknown>) => Promise<unknown>;
    }
);
