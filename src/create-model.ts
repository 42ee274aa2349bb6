import type { FetchLike } from "./chain/rpc.ts";
import type { ModelSettings } from "./chat/model/model-settings.ts";
import type { ModelPort } from "./chat/model-port.ts";
import { modelUnavailable } from "./chat/model-unavailable.ts";
import type { Env } from "./env.ts";

/** Loads its code with the first call. Any failure becomes model_unavailable. */
export function createModel(env: Env, fetcher: FetchLike): ModelPort | undefined {
  const settings = settingsOf(env, fetcher);
  if (settings === undefined) return undefined;
  const ask = async <T>(question: (model: ModelPort) => Promise<T>): Promise<T> => {
    try {
      const { createModelPort } = await import("./chat/model/create-model-port.ts");
      return await question(createModelPort(settings));
    } catch (error) {
      throw modelUnavailable(error);
    }
  };
  return {
    decide: (input) => ask((model) => model.decide(input)),
    tell: (input, say) => ask((model) => model.tell(input, say)),
  };
}

/** An endpoint by its URL, else Workers AI; neither without the model's name. */
function settingsOf(env: Env, fetcher: FetchLike): ModelSettings | undefined {
  const { AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: model, workersAi } = env;
  if (model === undefined) return undefined;
  const prices = { input: env.AI_PRICE_INPUT, output: env.AI_PRICE_OUTPUT };
  if (baseUrl !== undefined)
    return { kind: "endpoint", model, prices, baseUrl, apiKey, fetch: fetcher };
  return workersAi === undefined
    ? undefined
    : { kind: "workers_ai", model, prices, run: workersAi };
}
