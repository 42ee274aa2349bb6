import { type LinearModel, linearModel, type StoredModel } from "./linear-model.ts";
import stored from "./weights.data.json" with { type: "json" };

/** What is meant by a message, and what each item of a trade is of it. */
export type IntentModel = { intents: LinearModel; parts: LinearModel };

let model: IntentModel | undefined;

/** The weights that `npm run chat:train` wrote, unpacked with the first message that needs them. */
export function intentModel(): IntentModel {
  model ??= {
    intents: linearModel(stored.intents satisfies StoredModel),
    parts: linearModel(stored.parts satisfies StoredModel),
  };
  return model;
}
